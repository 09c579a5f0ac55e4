import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';
import { fieldNames } from '../sources/field-names';

export const source: Translation<typeof english.source> = {
  nameTaken: 'Eine Identitätsquelle mit dem Namen „{{name}}“ gibt es schon.',
  changed: 'Jemand anderes hat diese Identitätsquelle geändert. Laden Sie neu und versuchen Sie es noch einmal.',
  readIsLost: 'Was der Lauf liest, ginge verloren.',
  peopleStay: 'Die Personen bleiben, weil die Geschichte ihres Zugangs bleibt.',
  mapId: 'Ordnen Sie die eindeutige Kennung zu: ohne sie ist niemand wiederzuerkennen.',
  mapColumns: 'Ordnen Sie zuerst die Spalten zu: nichts sagt, welche eine Person kennzeichnet.',
  notReadYet: 'Diese Quelle wurde noch nicht gelesen. Gleichen Sie sie zuerst ab.',
  nothingSent: 'Diese Quelle hat noch niemanden gesendet. Lassen Sie sie zuerst ihre Personen senden.',
  readMeanwhile: 'Diese Quelle wurde inzwischen noch einmal gelesen. Starten Sie den Lauf erneut.',
  neverEnds:
    'Die Quelle liefert immer wieder dieselbe Seite, darum ist nicht bekannt, wer fehlt. Nichts wurde geändert. Versuchen Sie es noch einmal; bleibt das Problem, fragen Sie den Betreiber der Quelle.',
  oneNeedsPerson: 'Sagen Sie, wer gelesen werden soll, und das nur bei einem Lauf über eine Person.',
  onlyCalled: 'Eine Personalliste wird als Ganzes gelesen. Laden Sie eine neue hoch.',
  untold:
    'Bisher nicht aus der Quelle gelesen: {{attributes, list}}, 0 von {{people, number}} Personen. Lesen Sie die Quelle, um diese Zuordnung auszuprobieren.',
};

export const staffList: Translation<typeof english.staffList> = {
  otherSource: '„{{name}}“ wird nicht aus Personallisten gelesen.',
  notUtf8: 'Diese Datei ist nicht UTF-8. Speichern Sie sie als „CSV UTF-8“ und laden Sie sie noch einmal hoch.',
  columnTwice: 'Zwei Spalten heißen „{{column}}“. Benennen Sie eine um.',
  columnWithoutName: 'Eine Spalte hat in der ersten Zeile keinen Namen.',
  tooManyRows: 'Diese Liste hat mehr als {{most, number}} Zeilen. Teilen Sie sie.',
  noRows: 'Diese Liste ist leer. Die erste Zeile nennt die Spalten, jede weitere ist eine Person.',
};

export const row: Translation<typeof english.row> = {
  fields: fieldNames,
  aLine: 'Zeile {{row}}',
  line: 'Zeile {{row}}',
  problems: '{{problems, clauses}}',
  tooLong: '{{field}}: länger als {{most, number}} Zeichen',
  noValue: '{{field}}: leer, aber erforderlich',
  unclearDay: '{{field}}: „{{value}}“ ist kein Tag; schreiben Sie ihn wie 2026-11-30 oder 30.11.2026',
  unclearSwitch: '{{field}}: „{{value}}“ heißt weder Ja noch Nein; schreiben Sie true oder false',
  ofSource: 'die Quelle ist darin unklar',
  noId: 'die eindeutige Kennung fehlt',
  unstorableId: 'die eindeutige Kennung hat Zeichen, die sich nicht speichern lassen',
  repeatedId: 'die eindeutige Kennung {{id}} steht auch in einer früheren Zeile; diese gilt',
  longGroup: 'der Name einer Gruppe ist länger als {{most}} Zeichen; kürzen Sie ihn',
  manyGroups: 'mehr als {{most}} Gruppen; führen Sie nur die auf, die Türregeln verwenden',
  manyGroupsOfSource:
    'mit ihren Gruppen nennt die Liste mehr als {{most, number}} Gruppen; führen Sie nur die auf, die Türregeln verwenden',
};

export const fieldRules: Translation<typeof english.fieldRules> = {
  known: 'Die Felder, die eine Person hat, und was jedes davon aufnimmt.',
  unknown: 'Von diesem Anbieter ist nichts bekannt.',
  moved: 'Das Personenmodell gibt es nicht mehr: Die Felder nennt GET /iam/config/providers/{provider}/field-rules.',
};

export const conflict: Translation<typeof english.conflict> = {
  returner:
    'Die eindeutige Kennung gehörte einer ausgeschiedenen Person. Entscheiden Sie, ob es dieselbe Person ist; bis dahin ändert sich nichts.',
  sameNumber:
    'Auch {{other}} hat die Personalnummer {{number}}. Entscheiden Sie, wem sie gehört; bis dahin bleibt diese Person, wie sie ist.',
  twoSources:
    '{{other}} aus einer anderen Quelle hat die Personalnummer {{number}}. Entscheiden Sie, ob es dieselbe Person ist; bis dahin kommt niemand hinzu.',
  leftOut: 'Ausgelassen, wie entschieden: {{other}} hat die Personalnummer {{number}}.',
  isDecided: 'Das ist schon entschieden. Laden Sie die Liste neu.',
  someAreDecided: 'Einiges davon ist schon entschieden. Es wurde nichts entschieden; laden Sie die Liste neu.',
  otherCount_one: 'Inzwischen ist es {{count, number}} Konflikt. Es wurde nichts entschieden; laden Sie die Liste neu.',
  otherCount_other:
    'Inzwischen sind es {{count, number}} Konflikte. Es wurde nichts entschieden; laden Sie die Liste neu.',
  isFollowed: 'Die Quelle wurde seither gelesen oder wird gerade gelesen. Das lässt sich nicht mehr zurücknehmen.',
  otherDecision: 'So lässt sich diese Frage nicht entscheiden.',
  choose: 'Nennen Sie die eine Person dieser Quelle, der die Nummer gehört, und nur dann.',
};

export const csv: Translation<typeof english.csv> = {
  oddQuote:
    'Bei Zeile {{line}} ist diese Datei nicht als CSV lesbar. Prüfen Sie dort die Anführungszeichen und laden Sie sie noch einmal hoch.',
  openQuote:
    'Das Anführungszeichen in Zeile {{line}} wird nie geschlossen. Schließen oder entfernen Sie es und laden Sie die Datei noch einmal hoch.',
  longCell:
    'Eine Zelle in Zeile {{line}} hat mehr als {{most, number}} Zeichen. Prüfen Sie dort Anführungszeichen und Zeilenumbrüche oder kürzen Sie die Zelle, und laden Sie die Datei noch einmal hoch.',
  longRow:
    'Zeile {{line}} hat mehr als {{most, number}} Zeichen. Prüfen Sie, dass jeder Datensatz seine eigene Zeile hat, und laden Sie die Datei noch einmal hoch.',
  manyColumns:
    'Zeile {{line}} hat mehr als {{most, number}} Spalten. Prüfen Sie, dass jeder Datensatz seine eigene Zeile hat, lassen Sie nicht benötigte Spalten weg, und laden Sie die Datei noch einmal hoch.',
  manyRows:
    'Diese Datei hat mehr als {{most, number}} Zeilen. Löschen Sie die leeren oder teilen Sie die Datei, und laden Sie sie noch einmal hoch.',
};

export const changeSet: Translation<typeof english.changeSet> = {
  directory: '{{name}} → Personen',
  keySystem: 'Schlüsselpläne → {{name}}',
  noDepartment: 'Ohne Abteilung',
  stale:
    'Personen, Pläne oder das Schlüsselsystem haben sich geändert, seit diese Änderungen berechnet wurden. Berechnen Sie sie neu.',
  nothingApplied:
    'Personen, Pläne oder das Schlüsselsystem haben sich geändert, seit diese Änderungen berechnet wurden. Nichts wurde angewendet; berechnen Sie sie neu.',
  waitsNoLonger: 'Diese Änderungen warten auf keine Entscheidung mehr: sie sind {{state}}.',
  states: {
    computing: 'in Berechnung',
    ready: 'bereit',
    quarantined: 'angehalten',
    applying: 'in Anwendung',
    applied: 'angewendet',
    stale: 'veraltet',
    discarded: 'verworfen',
    simulated: 'mit einer nicht gespeicherten Zuordnung durchgespielt',
  },
  guarded:
    'Eine Schutzprüfung hat diese Änderungen angehalten. Lassen Sie sie einmal zu, erhöhen Sie die Grenze, oder verwerfen Sie sie.',
  notGuarded: 'Keine Schutzprüfung hat diese Änderungen angehalten. Wenden Sie sie an.',
  renamesFirst:
    'Diese Änderungen scheinen Abteilungen oder Stellen umzubenennen. Entscheiden Sie zuerst, was es jeweils ist.',
  stillGuarded:
    'Eine Schutzprüfung würde diese Änderungen weiterhin anhalten. Lassen Sie sie einmal zu oder verwerfen Sie sie.',
};
