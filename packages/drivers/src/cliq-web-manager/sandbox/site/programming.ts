import type { RecordedProgrammingDevice } from '../../../key-system-driver';
import { sourceOf } from '../../../sandbox-kit/records';
import { type DomainSite, everyNth, externalIdOf, numbered, type SiteProgrammingKey } from './site';

const minuteMs = 60_000;

/** Jobs that a programming key should carry at most. */
const jobLimit = 30;

const programmingKeys: SiteProgrammingKey[] = Array.from({ length: 4 }, (_, index) => ({
  external_id: numbered('PK', index, 2),
  marking: numbered('PK', index, 2),
  kind: index === 0 ? 'master' : everyNth(['normal', 'sub_master', 'normal'], index - 1),
  holder_identity: null,
  job_limit: jobLimit,
}));

const places: [kind: RecordedProgrammingDevice['kind'], name: string, place: string][] = [
  ['wall', 'City Hall, porter', 'City Hall / Ground floor'],
  ['wall', 'Police, locker room', 'Police Headquarters / Ground floor'],
  ['wall', 'Depot West, workshop', 'Depot West / Ground floor'],
  ['mobile', 'Water Works, van', ''],
  ['desk', 'Security office', 'City Hall / Basement'],
];

/** Programming keys and devices of the city. Devices were in contact within the last hours, the mobile one days ago. */
export function cityProgramming(begin: Date): Pick<DomainSite, 'programmingKeys' | 'devices'> {
  const devices = places.map(([kind, name, place], index) => {
    const minutes = kind === 'mobile' ? 4 * 24 * 60 : 7 + index * 43;
    return {
      external_id: numbered('PD', index, 2),
      name,
      kind,
      place,
      last_contact_at: new Date(begin.getTime() - minutes * minuteMs).toISOString(),
    };
  });
  return { programmingKeys: sourceOf(programmingKeys, externalIdOf), devices: sourceOf(devices, externalIdOf) };
}
