import type { installation as english } from '../../en/sentences/installation';
import type { Translation } from '../../english';

export const installation: Translation<typeof english> = {
  isPaused:
    'Diese Installation wurde aus einer Datensicherung wiederhergestellt und ruht: Sie schreibt in kein anderes System. Vergleichen Sie sie zuerst mit Ihren Systemen und setzen Sie sie fort.',
  isNotPaused: 'Diese Installation ruht nicht: Sie wurde schon fortgesetzt.',
  unread:
    '{{names}} wurde seit der Wiederherstellung nicht verglichen. Sehen Sie zuerst die Vorschau des Abgleichs an, oder geben Sie an, dass sich das nicht vergleichen lässt.',
};
