import type { texts as english } from '../../../en/sentences';
import type { Translation } from '../../../english';

export const planCheck: Translation<typeof english.planCheck> = {
  people_one: '{{count, number}} Person',
  people_other: '{{count, number}} Personen',
  doors_one: '{{count, number}} Tür',
  doors_other: '{{count, number}} Türen',
  overBroad: '„{{rule}}“ gibt {{people}} von {{ofPeople, number}} Zugang zu {{doors}} von {{ofDoors, number}}.',
  protectedDoors:
    '„{{rule}}“ gibt {{people}} von {{ofPeople, number}} Zugang zu Räumen der Schutzklasse 3 oder 4 ({{doors}}).',
  scheduleConflict_one: '{{count, number}} Person bekommt von „{{rule}}“ andere Zeiten als von „{{other}}“.',
  scheduleConflict_other: '{{count, number}} Personen bekommen von „{{rule}}“ andere Zeiten als von „{{other}}“.',
  missing_one: '„{{rule}}“ nennt {{count, number}} Tür, Gruppe, Ort oder Profil, das es nicht mehr gibt.',
  missing_other: '„{{rule}}“ nennt {{count, number}} Türen, Gruppen, Orte oder Profile, die es nicht mehr gibt.',
  unknown: {
    job_title: '„{{rule}}“ nennt die Stelle „{{value}}“, die niemand hat.',
    department: '„{{rule}}“ nennt die Abteilung „{{value}}“, in der niemand arbeitet.',
    group: '„{{rule}}“ nennt die Gruppe „{{value}}“, in der niemand ist.',
    user: '„{{rule}}“ nennt {{value}}. Diese Person ist ausgeschieden oder in keiner Identitätsquelle dieses Schlüsselplans.',
  },
  unused: '{{unknown}} Auch ohne diesen Eintrag gilt die Regel für jemanden: Er kann entfernt werden.',
  successor:
    '{{unknown}} „{{other}}“ hat dieselben Bedingungen unter einem anderen Namen und öffnet mindestens dieselben Türen: Diese Regel kann entfernt werden.',
  noSubjects: '„{{rule}}“ nennt niemanden.',
  nobodyTogether: '„{{rule}}“ verlangt mehreres zugleich, das keine einzelne Person erfüllt.',
  noDoors: '„{{rule}}“ öffnet keine Tür.',
  withoutRights_one:
    '{{count, number}} Person in „{{department}}“ darf nichts öffnen, weder nach diesem Plan noch nach einem anderen.',
  withoutRights_other:
    '{{count, number}} Personen in „{{department}}“ dürfen nichts öffnen, weder nach diesem Plan noch nach einem anderen.',
  noDepartment_one:
    '{{count, number}} Person ohne Abteilung darf nichts öffnen, weder nach diesem Plan noch nach einem anderen.',
  noDepartment_other:
    '{{count, number}} Personen ohne Abteilung dürfen nichts öffnen, weder nach diesem Plan noch nach einem anderen.',
  nobodyOpens_one: 'Niemand darf {{count, number}} Tür der verknüpften Schlüsselsysteme öffnen.',
  nobodyOpens_other: 'Niemand darf {{count, number}} Türen der verknüpften Schlüsselsysteme öffnen.',
  unplaced_one: '{{count, number}} Tür dieses Schlüsselplans hat keinen Ort.',
  unplaced_other: '{{count, number}} Türen dieses Schlüsselplans haben keinen Ort.',
  shadowed: '„{{rule}}“ bewirkt nichts: „{{other}}“ gibt ihren Personen Zugang zu ihren Türen, zu allen ihren Zeiten.',
  redundant:
    '„{{rule}}“ bewirkt nichts: andere Regeln geben ihren Personen zusammen Zugang zu ihren Türen, zu allen ihren Zeiten.',
};
