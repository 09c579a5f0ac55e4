import type { texts as english } from '../../en/sentences';
import type { Translation } from '../../english';

export const rename: Translation<typeof english.rename> = {
  changed: 'Inzwischen hat jemand anderes über diese Umbenennungen entschieden. Sehen Sie sie noch einmal an.',
  decided: 'Über „{{from}}“ ist schon entschieden.',
  contradictory:
    'Dieser Aufruf entscheidet zweimal über dieselbe Umbenennung, und nicht gleich. Senden Sie je eine Entscheidung.',
  notOffered: 'Das geht für „{{from}}“ nicht. Wählen Sie einen anderen Weg.',
  inForce:
    'Die Regeln, die „{{from}}“ nennen, nennen inzwischen auch den neuen Namen. Nehmen Sie ihn aus den Regeln, wenn er falsch ist.',
  tooManyNames:
    'Die Regel „{{rule}}“ würde mehr als {{most}} Abteilungen, Stellen oder Personen nennen. Kürzen Sie sie zuerst.',
  somePeopleGain_one:
    '{{count, number}} Person bekäme Türen dazu, weil sie den neuen Namen auch hat. Sehen Sie nach und bestätigen Sie dann.',
  somePeopleGain_other:
    '{{count, number}} Personen bekämen Türen dazu, weil sie den neuen Namen auch haben. Sehen Sie nach und bestätigen Sie dann.',
  readAsItIs: '„{{value}}“ wird ab dem nächsten Lauf so gelesen, wie die Quelle es schreibt.',
};
