import { sourceOf } from '../../../sandbox-kit/records';
import { capacities, type DomainSite, everyNth, externalIdOf, identityOf, numbered, plainKey } from './site';

const wards: [group: string, rooms: string[]][] = [
  ['Hospital: entrances', ['Main entrance', 'Ambulance entrance', 'Garden door']],
  ['Hospital: wards', ['Ward 1', 'Ward 2', 'Ward 3', 'Ward 4']],
  ['Hospital: pharmacy', ['Pharmacy', 'Narcotics store']],
];

const groups = wards.map(([name], index) => ({
  external_id: `G-H${index + 1}`,
  name,
  domain: 'hospital',
}));

const rooms = wards.flatMap(([, doors], group) => doors.map((door) => ({ door, group })));

/** The second domain: nine cylinders, six keys in stock, no persons. Its keys are updated in the city. */
export const hospital: DomainSite = {
  persons: sourceOf<never>([], identityOf),
  profiles: sourceOf<never>([], identityOf),
  groups: sourceOf(groups, externalIdOf),
  jobs: sourceOf<never>([], externalIdOf),
  programmingKeys: sourceOf<never>([], externalIdOf),
  devices: sourceOf<never>([], externalIdOf),
  cylinders: sourceOf(
    rooms.map(({ door, group }, index) => ({
      external_id: numbered('C', 9_000 + index, 4),
      name: `Hospital, ${door}`,
      marking: numbered('HO', index, 2),
      cylinder_type: everyNth(['double', 'single'], index),
      domain: 'hospital',
      group_external_id: groups[group]?.external_id ?? null,
      location: `Hospital / Ground floor / ${door}`,
      state: 'installed',
      ...capacities(index * 12),
    })),
    externalIdOf,
  ),
  keys: sourceOf(
    Array.from({ length: 6 }, (_, index) => ({
      external_id: numbered('K', 9_000 + index, 4),
      name: 'Unassigned key',
      marking: numbered('HK', index, 3),
      serial: String(530_000_011 + index * 7_919),
      key_type: 'dynamic' as const,
      holder_identity: null,
      state: 'in_stock',
      last_update_at: null,
      ...plainKey,
    })),
    externalIdOf,
  ),
};
