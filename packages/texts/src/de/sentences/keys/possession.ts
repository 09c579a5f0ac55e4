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
  isAnswered: 'Dieser Inhaber hat schon geantwortet, oder seine Antwort ist eingetragen.',
  scopeEmpty: 'Wählen Sie mindestens einen Eintrag, oder alle.',
  unknownPlace: 'Einen dieser Orte gibt es nicht mehr, oder er liegt außerhalb Ihres Bereichs.',
  unknownRing: 'Einen dieser Schlüsselbunde gibt es nicht mehr.',
  repeatsForAll:
    'Eine Abfrage, die sich wiederholt, fragt alle Inhaber. Einrichten kann sie, wer für alle Abteilungen zuständig ist.',
  repeatsTooSoon: 'Sie würde neu beginnen, bevor die Antworten auf diese fällig sind.',
  isRepeated: 'Diese Abfrage ist schon wiederholt. Ändern Sie die neueste.',
  noForms: 'Es gibt keinen Inhaber, für den ein Formular zu drucken wäre.',
  form: {
    title: 'Welche dieser Schlüssel haben Sie?',
    holder: 'Inhaber',
    department: 'Abteilung',
    askedBy: 'Gefragt von',
    until: 'Bitte antworten bis',
    statement:
      'Bitte kreuzen Sie für jeden Schlüssel ein Feld an, unterschreiben Sie, und geben Sie die Seite bei der Schlüsselausgabe ab. Ihre Antwort ändert nicht, wo ein Schlüssel ist; wo eine abweicht, kümmert sich jemand darum.',
    columns: {
      marking: 'Schlüssel',
      name: 'Name',
      system: 'Schließsystem',
      has: 'Habe ich',
      missing: 'Habe ich nicht',
      elsewhere: 'Hat jemand anderes: wer',
    },
    others: 'Ich habe außerdem (Kennzeichnungen anderer Schlüssel)',
    signature: 'Datum und Unterschrift',
    foot: 'Besitzabfrage vom {{at}}',
  },
  print: {
    title: 'Besitzabfrage',
    started: 'Begonnen {{at}} von {{by}}',
    ended: 'Beendet {{at}}',
    open: 'Nicht beendet. Stand {{at}}',
    all: 'Alle ausgegebenen Schlüssel',
    scope: 'Für: {{parts}}',
    holders:
      'Inhaber: {{people, number}} gefragt, {{answered, number}} mit Antwort, {{notMailed, number}} ohne E-Mail, {{alsoHas, number}} mit anderen Schlüsseln',
    keys: 'Schlüssel: {{keys, number}} gefragt, {{confirmed, number}} bestätigt, {{differing, number}} abweichend, {{returned, number}} inzwischen zurückgegeben, {{unanswered, number}} nicht beantwortet',
    firstOnly:
      'Die ersten {{count, number}} Schlüssel, die abweichen oder nicht beantwortet sind. Alle stehen in der CSV-Datei.',
    answer: 'Antwort',
    note: 'Sagt',
    answers: {
      has: 'Hat ihn',
      missing: 'Hat ihn nicht',
      elsewhere: 'Jemand anderes hat ihn',
      returned: 'Inzwischen zurückgegeben',
      open: 'Nicht beantwortet',
    },
  },
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
