import type { Areas, PartTranslation } from '../english';

/** Was um Listen herum steht, und die Einstellungen. */
export const texts: PartTranslation<Areas['shell']> = {
  records: {
    clear: 'Filter löschen',
    export: 'CSV exportieren',
    exportFailed: 'Der Export ist nicht angekommen. Versuchen Sie es noch einmal.',
    noMatch: 'Nichts passt',
    noMatchHint: 'Zu Suche und Filtern passt kein Eintrag.',
    pastEnd: 'Auf dieser Seite steht nichts',
    firstPage: 'Zur ersten Seite',
    select: 'Auswählen',
    selectOne: 'Auswählen: {{name}}',
    selectPage: 'Alle auf dieser Seite auswählen',
  },
  settings: {
    appearance: 'Darstellung',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    languageHint:
      'Auf Deutsch sind Personen, ihr Import, Änderungssätze, Läufe und die Arbeitsliste. Das Übrige ist auf Englisch.',
  },
};
