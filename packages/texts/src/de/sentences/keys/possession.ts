import type { possession as english } from '../../../en/sentences/keys/possession';
import type { Translation } from '../../../english';

export const possession: Translation<typeof english> = {
  nobody: 'In dieser Auswahl hat niemand einen ausgegebenen Schlüssel.',
  ended: 'Diese Abfrage ist beendet.',
  partlyOutside:
    'Diese Abfrage betrifft auch Personen außerhalb Ihres Bereichs. Beenden kann sie, wer für alle zuständig ist.',
  noneToRemind:
    'Niemand ist zu erinnern: Wer nicht geantwortet hat, hat keine E-Mail-Adresse oder wurde in den letzten 24 Stunden angeschrieben.',
  notOpen: 'Dieser Link gilt nicht. Er wurde benutzt, durch einen neueren ersetzt, oder die Abfrage ist beendet.',
  notAsked: 'Nach einem dieser Schlüssel wurde nicht gefragt, oder er ist doppelt genannt.',
  incomplete: 'Antworten Sie für jeden Schlüssel.',
  mail: {
    subject: 'Bitte teilen Sie uns mit, welche Schlüssel Sie haben',
    text_one:
      'Guten Tag {{name}}, Sie haben einen Schlüssel von uns. Bitte öffnen Sie den Link und geben Sie bis {{day}} an, ob Sie ihn noch haben. Sie brauchen kein Konto.',
    text_other:
      'Guten Tag {{name}}, Sie haben {{count, number}} Schlüssel von uns. Bitte öffnen Sie den Link und geben Sie bis {{day}} an, welche Sie noch haben. Sie brauchen kein Konto.',
    footer:
      'Wenn Sie diese Mail nicht erwartet haben, beachten Sie sie nicht. Der Link gilt, bis Sie geantwortet haben oder die Abfrage beendet ist, und wird durch einen neueren ersetzt. Geben Sie ihn nicht weiter.',
  },
};
