import type { asOf as english } from '../../en/sentences/as-of';
import type { Translation } from '../../english';

export const asOf: Translation<typeof english> = {
  tooMany: 'Das sind mehr als {{most, number}} Rechte. Wählen Sie einen kleineren Ort oder eine einzelne Tür.',
  moment: 'Stand: {{at}}',
  printed: 'Gedruckt: {{at}}',
  plan: 'Schlüsselplan {{name}}, Version {{version, number}}, in Kraft seit {{at}}, veröffentlicht von {{by}}',
  known:
    'Pläne sind bekannt seit {{desired}}; was Schlüsselsysteme erfasst hatten und wer Schlüssel hatte, seit {{layers}}.',
  notCounted:
    'Rechte aus Profilen, die andere in Schlüsselsystemen angelegt haben, zählen nicht als erfasst. Ein Schlüssel öffnete innerhalb der Wochenzeiten, die er trug.',
  only: {
    desired: 'Nur Rechte nach einem Plan',
    recorded: 'Nur Rechte, die ein Schlüsselsystem erfasst hatte',
    effective: 'Nur Rechte auf einem Schlüssel',
  },
  containing: 'Nur Rechte mit „{{text}}“',
  outside: 'Ja, außerhalb der Zeiten',
  first: 'Die ersten {{shown, number}} von {{total, number}} Rechten; die CSV-Datei enthält alle.',
  rights_one: 'Ein Recht',
  rights_other: '{{count, number}} Rechte',
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
