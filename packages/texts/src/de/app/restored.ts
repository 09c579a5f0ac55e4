import type { texts as english } from '../../en/app/restored';
import type { Translation } from '../../english';

export const texts: Translation<typeof english> = {
  title: 'Aus einer Datensicherung wiederhergestellt',
  about:
    'Nach einer Wiederherstellung sind Personen, Pläne und Rechte die der Datensicherung. Hier sehen Sie, was das in Ihren anderen Systemen ändern würde, bevor etwas geschrieben wird.',
  back: 'Dashboard',
  loading: 'Wird verglichen…',
  resume: 'Fortsetzen…',
  none: {
    title: 'Die Installation ruht nicht',
    hint: 'Sie wurde nicht aus einer Datensicherung wiederhergestellt oder schon fortgesetzt.',
  },
  paused: 'Diese Installation hat die Daten vom {{taken}}.',
  pausedHint:
    'Sie wurde am {{restored}} wiederhergestellt und ruht: Sie schreibt in kein Schlüsselsystem, übernimmt niemanden aus einer Quelle und verschickt keine Mails und Webhooks. Sehen Sie sich zu jedem System eine Vorschau und die Änderungen an, und setzen Sie dann fort.',
  notCompared: 'Noch nicht verglichen',
  keySystems: {
    title: 'Schlüsselsysteme',
    none: 'Es gibt kein Schlüsselsystem.',
    inactive: 'Ausgeschaltet: Es wird nicht beschrieben.',
    gaining_one: '{{count, number}} Person bekäme Türen ({{rights, number}} Rechte). Nach der Datensicherung entzogen?',
    gaining_other:
      '{{count, number}} Personen bekämen Türen ({{rights, number}} Rechte). Nach der Datensicherung entzogen?',
    losing_one: '{{count, number}} Person verlöre Türen ({{rights, number}} Rechte). Nach der Datensicherung gegeben?',
    losing_other:
      '{{count, number}} Personen verlören Türen ({{rights, number}} Rechte). Nach der Datensicherung gegeben?',
    orders_one:
      '{{count, number}} Auftrag wartet und wird geschrieben, sobald die Installation fortgesetzt wird. Nach der Datensicherung ausgeführt oder ersetzt?',
    orders_other:
      '{{count, number}} Aufträge warten und werden geschrieben, sobald die Installation fortgesetzt wird. Nach der Datensicherung ausgeführt oder ersetzt?',
    changes: 'Änderungen',
  },
  sources: {
    title: 'Identitätsquellen',
    none: 'Es gibt keine Identitätsquelle.',
    previewed: '{{joined, number}} kämen hinzu, {{left, number}} schieden aus, {{moved, number}} wechselten.',
    preview: 'Vorschau des Imports',
    changes: 'Änderungen',
  },
  accounts: {
    title: 'Konten',
    hint: 'Wer nach der Datensicherung gesperrt oder entfernt wurde, kann sich wieder anmelden, und widerrufene Tokens gelten wieder. Alle Sitzungen sind beendet. Gehen Sie beide Listen durch.',
    administrators: 'Administratoren',
    tokens: 'API-Tokens',
  },
  dialog: {
    title: 'Diese Installation fortsetzen?',
    effect:
      'Zeitpläne, Importe, Abgleiche und wartende Aufträge laufen sofort weiter. Die Schutzprüfung hält wie immer einen Abgleich an, der zu viel entziehen würde. Benachrichtigungen, Erinnerungen und Webhooks, die in der Datensicherung warteten, entfallen, weil die meisten seither verschickt wurden.',
    figures:
      'Die nächsten Abgleiche geben {{gaining, number}} Personen Türen und entziehen {{losing, number}} Personen welche.',
    orders_one: '{{count, number}} wartender Auftrag wird in ein Schlüsselsystem geschrieben.',
    orders_other: '{{count, number}} wartende Aufträge werden in Schlüsselsysteme geschrieben.',
    unread: 'Fortsetzen, obwohl das nicht verglichen ist: {{names}}',
    unreadMissing: 'Sehen Sie zuerst die Vorschau an, oder setzen Sie diesen Haken.',
    confirm: 'Fortsetzen',
    done: 'Die Installation läuft weiter.',
  },
};
