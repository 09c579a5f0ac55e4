import type { texts as english } from '../../../en/sentences';
import type { Translation } from '../../../english';

export const matrix: Translation<typeof english.matrix> = {
  sheet: 'Matrix',
  row: 'Wer',
  detail: { counted: 'Personen', people: 'Personalnummer', keys: 'Inhaber' },
  without: { departments: 'Ohne Abteilung', job_titles: 'Ohne Stelle', groups: 'Ohne Gruppe' },
  noPlace: 'Ohne Ort',
  asOf: 'Gezeigt: {{to}}, Änderungen gegenüber: {{from}}. Stand {{at}} UTC.',
  desired:
    'Wer nach diesem Plan was öffnen darf; was in den Schlüsselsystemen erfasst ist, steht dort, wo es abweicht.',
  sides: { in_force: 'in Kraft', draft: 'Entwurf', off: 'Plan ausgeschaltet', version: 'Version {{number}}' },
  page: 'Seite {{page, number}} von {{pages, number}} (Zeilen {{from_row, number}}–{{to_row, number}}, Spalten {{from_column, number}}–{{to_column, number}})',
  lastPage: 'Seite {{page, number}} von {{pages, number}}',
  legend: 'Legende',
  ways: {
    direct: { sign: 'D', meaning: 'Eine Regel nennt die Person' },
    door: { sign: 'Z', meaning: 'Eine Regel nennt den Zylinder' },
    group: { sign: 'G', meaning: 'Eine Regel nennt die Zylindergruppe' },
    place: { sign: 'O', meaning: 'Eine Regel nennt den Ort oder einen darüber' },
    profile: { sign: 'P', meaning: 'Eine Regel nennt ein Zugangsprofil mit dem Zylinder' },
  },
  marks: {
    isLimited: 'Nicht zu allen Zeiten',
    hasGained: 'Bekommen: darf jetzt öffnen, vorher nicht',
    hasLost: 'Verloren: durfte vorher öffnen, jetzt nicht',
    isPending: 'Was in Kraft ist und was das Schlüsselsystem erfasst hat, weicht ab',
    hasConflict: 'Regeln geben verschiedene Zeiten, und ein Schlüssel hat nur einen Zeitplan',
    share: 'So viele der Personen und Türen an dieser Kreuzung; ohne Zahl: alle',
  },
  tooLarge:
    'Die Matrix hat {{rows, number}} Zeilen und {{columns, number}} Spalten; dieses Format fasst höchstens {{cells, number}} Zellen und {{width, number}} Spalten. Klappen Sie Orte oder Gruppen zu, nehmen Sie Abteilungen als Zeilen, oder wählen Sie CSV.',
};
