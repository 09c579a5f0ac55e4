import type { asOf as english } from '../../en/sentences/as-of';
import type { Translation } from '../../english';

export const asOf: Translation<typeof english> = {
  tooMany: 'Das sind mehr als {{most, number}} Berechtigungen. Wählen Sie einen kleineren Ort oder eine einzelne Tür.',
  moment: 'Stand: {{at}}',
  printed: 'Gedruckt: {{at}}',
  plan: 'Schlüsselplan {{name}}, Version {{version, number}}, in Kraft seit {{at}}, veröffentlicht von {{by}}',
  known:
    'Pläne sind bekannt seit {{desired}}; was Schlüsselsysteme erfasst hatten und wer Schlüssel hatte, seit {{layers}}.',
  first: 'Die ersten {{shown, number}} von {{total, number}} Berechtigungen',
  rights_one: 'Eine Berechtigung',
  rights_other: '{{count, number}} Berechtigungen',
  title: {
    person: 'Was {{name}} öffnen konnte',
    cylinder: 'Wer {{name}} öffnen konnte',
    location: 'Wer Türen von {{name}} öffnen konnte',
  },
  column: {
    person: 'Person',
    door: 'Tür',
    desired: 'Plan',
    recorded: 'Erfasst',
    effective: 'Am Schlüssel',
    givenBy: 'Gegeben durch',
  },
  erased: 'Gelöschte Person',
  answer: { yes: 'Ja', no: 'Nein', not_known: 'Unbekannt' },
};
