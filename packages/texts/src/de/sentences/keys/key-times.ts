import type {
  keyTimes as english,
  keyExtension as englishExtension,
  keyReminder as englishReminder,
} from '../../../en/sentences/keys/key-times';
import type { Translation } from '../../../english';

export const keyTimes: Translation<typeof english> = {
  changedSince: 'Schlüssel dieser Auswahl haben sich seit der Vorschau geändert. Öffnen Sie sie noch einmal.',
  nothingToChange: 'Keiner dieser Schlüssel würde sich ändern.',
  chooseChange: 'Wählen Sie, was sich ändern soll.',
  tooMany: 'Mehr als {{count, number}} Schlüssel passen. Grenzen Sie die Auswahl ein.',
  alreadyEnded: 'Dieser Auftrag ist geschrieben oder durch einen späteren ersetzt.',
  notWritable: 'Die Verbindung kann die Zeiten von {{marking}} nicht schreiben. Tragen Sie sie im Schlüsselsystem ein.',
  nameTaken: '„{{name}}“ gibt es schon.',
  dayTwice: 'Ein Tag steht zweimal im Kalender.',
  policy: {
    changed: 'Inzwischen hat jemand anderes hier etwas geändert. Laden Sie neu und versuchen Sie es noch einmal.',
    ruleTwice: 'Für dieselben Personen und dieselbe Schutzklasse gibt es zwei Regeln.',
  },
  problem: {
    between_needs_both: 'Geben Sie an, von wann bis wann die Schlüssel gültig sind.',
    from_after_until: 'Die Gültigkeit würde enden, bevor sie beginnt.',
    interval_out_of_range: 'Ein Intervall dauert mindestens eine Minute und höchstens ein Jahr.',
    window_without_time: 'Ein Zeitfenster hat keinen Tag oder endet, wo es beginnt.',
    windows_overlap: 'Zeitfenster überschneiden sich. Fassen Sie sie zusammen oder kürzen Sie eines.',
    too_many_windows: 'Ein Zeitplan hat höchstens 20 Zeitfenster.',
  },
  breach: {
    interval_too_long_one:
      'Die Richtlinie erlaubt diesem Schlüssel höchstens {{minutes, number}} Minuten zwischen zwei Aktualisierungen.',
    interval_too_long_other:
      'Die Richtlinie erlaubt {{count, number}} dieser Schlüssel weniger Minuten zwischen zwei Aktualisierungen, dem strengsten {{minutes, number}}.',
    interval_missing_one:
      'Die Richtlinie verlangt für diesen Schlüssel ein Intervall von höchstens {{minutes, number}} Minuten.',
    interval_missing_other:
      'Die Richtlinie verlangt für {{count, number}} dieser Schlüssel ein Intervall, für den strengsten höchstens {{minutes, number}} Minuten.',
    end_missing_one: 'Der Schlüssel ist bei einer externen Person: seine Gültigkeit braucht ein Ende.',
    end_missing_other:
      '{{count, number}} dieser Schlüssel sind bei externen Personen: ihre Gültigkeit braucht ein Ende.',
  },
};

/** Warum niemand erinnert wurde. */
export const keyReminder: Translation<typeof englishReminder> = {
  today: 'Alle Adressaten haben ihre Mail von heute schon. Eine Adresse bekommt höchstens eine am Tag.',
  noAddress:
    'Von den Adressaten hat niemand eine Mailadresse in der Identitätsquelle, oder niemand hat diese Schlüssel.',
  noEnd: 'Es ist nicht bekannt, dass einer dieser Schlüssel irgendwann nicht mehr funktioniert.',
  noKeys: 'Es gibt keinen Schlüssel, an den zu erinnern wäre.',
};

/** Warum Schlüssel nicht verlängert werden. */
export const keyExtension: Translation<typeof englishExtension> = {
  tooLong_one: 'Die Richtlinie erlaubt höchstens {{count, number}} Stunde.',
  tooLong_other: 'Die Richtlinie erlaubt höchstens {{count, number}} Stunden.',
  noInterval_one:
    'Dieser Schlüssel braucht keine Aktualisierungen oder ist nie gültig. Es gibt nichts zu verlängern: {{markings}}',
  noInterval_other:
    '{{count, number}} dieser Schlüssel brauchen keine Aktualisierungen oder sind nie gültig. Es gibt nichts zu verlängern: {{markings}}',
  already_one: 'Dieser Schlüssel hat eine offene oder laufende Verlängerung: {{markings}}',
  already_other: '{{count, number}} dieser Schlüssel haben eine offene oder laufende Verlängerung: {{markings}}',
  own: 'Sie haben diese Verlängerung beantragt. Ein anderer Super-Admin muss sie genehmigen.',
  newAccount:
    'Sie und der Antragsteller dieser Verlängerung sind durch eine Einladung verbunden, deren Konto keine 24 Stunden alt ist. Ein anderer Super-Admin muss sie genehmigen.',
  decided: 'Über diese Verlängerung ist schon entschieden.',
  nothingLeft:
    'Keiner dieser Schlüssel braucht noch Aktualisierungen. Es gibt nichts zu verlängern; lehnen Sie sie ab.',
};
