import type { Areas, PartTranslation } from '../english';

/** Was auf jedem Bildschirm vorkommt. */
export const texts: PartTranslation<Areas['entry']> = {
  ui: {
    cancel: 'Abbrechen',
    close: '{{name}} schließen',
    clear: '{{name}} löschen',
    loading: 'Wird geladen …',
    failed: 'Das hat nicht geklappt',
    request: 'Anfrage',
    retry: 'Noch einmal versuchen',
    previousPage: 'Vorige Seite',
    nextPage: 'Nächste Seite',
    range: '{{from, number}}–{{to, number}} von {{total, number}}',
    rangeNone: '0 von {{total, number}}',
    progress: '{{done, number}} von {{total, number}}',
  },
};
