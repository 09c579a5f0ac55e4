import type { texts as english } from '../../en/links/possession-link';
import type { Translation } from '../../english';

export const texts: Translation<typeof english> = {
  page: 'Ihre Schlüssel',
  title: 'Welche dieser Schlüssel haben Sie?',
  loading: 'Liste wird geöffnet ...',
  for: 'Für {{name}}. Gefragt von {{by}}. Bitte antworten Sie bis {{day}}.',
  answer: { has: 'Ich habe ihn', missing: 'Ich habe ihn nicht', elsewhere: 'Jemand anderes hat ihn' },
  who: 'Wer ihn hat',
  returned: 'Schon zurückgegeben oder weitergegeben. Keine Antwort nötig.',
  alsoHas: 'Ich habe auch',
  alsoHasHint: 'Die Kennzeichnungen anderer Schlüssel, falls Sie welche haben.',
  send: 'Senden',
  once: 'Sie können einmal antworten. Ihre Antwort ändert nicht, wo ein Schlüssel ist; Abweichungen prüft jemand.',
  done: 'Danke.',
  doneHint: 'Ihre Antwort ist gespeichert. Sie können diese Seite schließen.',
  ended: 'Dieser Link gilt nicht',
  endedHint:
    'Er wurde schon benutzt, durch einen neueren ersetzt, oder die Abfrage ist beendet. Wenden Sie sich an die Stelle, die Ihre Schlüssel ausgibt.',
  incomplete: 'Diese Adresse ist nicht vollständig',
  incompleteHint:
    'Öffnen Sie den ganzen Link, wie Sie ihn bekommen haben, mit allem nach dem #. Nach dem Neuladen öffnen Sie ihn noch einmal.',
};
