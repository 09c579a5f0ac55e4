import type { RecordedCylinder, RecordedCylinderGroup, RecordedKey, RecordedPerson } from '../../../key-system-driver';
import { type Wing, wings } from './city-doors';
import { capacities, everyNth, numbered, plainKey, type SiteProfile } from './site';

/** The domain of the city. */
export const sandboxDomain = 'city';

const groupNames = [...new Set(wings.flatMap(({ group }) => group ?? []))];

export const siteGroups: RecordedCylinderGroup[] = groupNames.map((name, index) => ({
  external_id: numbered('G', index, 2),
  name,
  domain: sandboxDomain,
}));

const groupIds = new Map(siteGroups.map(({ name, external_id }) => [name, external_id]));

export const siteCylinders: RecordedCylinder[] = cylindersOf(wings);

function cylindersOf(all: readonly Wing[]): RecordedCylinder[] {
  const inUnit = new Map<string, number>();
  const doors = all.flatMap((wing) => wing.doors.map((door) => ({ ...wing, door })));
  return doors.map(({ code, building, unit, floor, group, door }, index) => {
    const place = `${code}-${String(unit).padStart(2, '0')}`;
    const number = inUnit.get(place) ?? 0;
    inUnit.set(place, number + 1);
    return {
      external_id: numbered('C', index, 4),
      name: building ? `${building}, ${door}` : door,
      marking: numbered(place, number, 2),
      cylinder_type: cylinderType(door),
      domain: sandboxDomain,
      group_external_id: (group && groupIds.get(group)) ?? null,
      location: building && `${building} / ${floor} / ${door}`,
      state: building ? 'installed' : 'in_stock',
      ...capacities(building ? (index * 37) % 420 : 0),
    };
  });
}

function cylinderType(door: string): string {
  if (/gate|hatch|cabinet/i.test(door)) return 'padlock';
  if (/entrance|Garage|bay|Hangar/.test(door)) return 'double';
  if (/office|Office|Counter|Consulting/.test(door)) return 'knob';
  return 'single';
}

const localNames: [string, string][] = [
  ['Odo', 'Brackwater'],
  ['Tilda', 'Fennimore'],
  ['Wim', 'Askelund'],
  ['Perpetua', 'Quill'],
  ['Ansgar', 'Holloway-Rind'],
  ['Mirela', 'Dunmoor'],
  ['Jory', 'Pellgrave'],
  ['Sunniva', 'Marsk'],
  ['Contractor', 'Lifts'],
  ['Contractor', 'Cleaning'],
  ['Contractor', 'Fire alarms'],
  ['Visitor', 'Day pass'],
];

/** Persons entered by hand by the operator of the key system: foreign to its clients. */
export const sitePersons: RecordedPerson[] = localNames.map(([first_name, surname], index) => ({
  first_name,
  surname,
  email: null,
  employee_id: null,
  identity: numbered('P', index, 5),
  reference: null,
  active: surname !== 'Day pass',
}));

/** Profiles created by hand by the operator. */
export const siteProfiles: SiteProfile[] = [
  {
    ...localProfile('A-0001', 'Locksmith on call', personsNamed('Brackwater')),
    cylinder_groups: siteGroups.map(({ external_id }) => external_id),
  },
  {
    ...localProfile('A-0002', 'Contractors, by day', personsNamed('Lifts', 'Cleaning', 'Fire alarms')),
    cylinder_groups: [groupIds.get('City Hall: technical rooms') ?? ''],
    schedule: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '17:00' }],
  },
];

function localProfile(identity: string, name: string, other_members: string[]): SiteProfile {
  const description = 'Kept by the operator of the key system.';
  return {
    name,
    description,
    cylinders: [],
    cylinder_groups: [],
    schedule: [],
    identity,
    reference: null,
    other_members,
  };
}

function personsNamed(...surnames: string[]): string[] {
  return sitePersons.flatMap(({ surname, identity }) => (surnames.includes(surname) ? identity : []));
}

/** Without further ones in stock. */
const usualKeys = 60;

/** The first 20 keys are held. */
function cityKey(index: number): RecordedKey {
  const holder = index < 20 ? sitePersons[index % sitePersons.length] : undefined;
  return {
    external_id: numbered('K', index, 4),
    name: holder ? `Key of ${holder.first_name} ${holder.surname}` : 'Unassigned key',
    marking: numbered('CK', index, 3),
    serial: String(410_000_017 + index * 7_919),
    key_type: everyNth(['dynamic', 'dynamic', 'dynamic', 'connect', 'quartz', 'normal'], index),
    holder_identity: holder?.identity ?? null,
    state: holder ? 'handed_out' : everyNth(['in_stock', 'in_stock', 'in_stock', 'lost', 'in_stock', 'broken'], index),
    last_update_at: null,
    ...plainKey,
  };
}

/** Keys of the city: 60, unless more are wanted. */
export const cityKeys = (count = usualKeys): RecordedKey[] =>
  Array.from({ length: count }, (_, index) => cityKey(index));

export const siteKeys = cityKeys();
