import type { z } from 'zod';
import type {
  RecordedAccessEvent,
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
  RecordedProgrammingDevice,
  RecordedProgrammingJob,
  RecordedProgrammingKey,
} from '../../../key-system-driver';
import type { Source } from '../../../sandbox-kit/records';
import type { WireProfile } from '../../wire';

export type SiteProfile = Omit<z.infer<typeof WireProfile>, 'members'>;

/** The number of its jobs is counted when it is listed. */
export type SiteProgrammingKey = Omit<RecordedProgrammingKey, 'jobs'>;

/** The initial content of one domain. */
export type DomainSite = {
  persons: Source<RecordedPerson>;
  profiles: Source<SiteProfile>;
  cylinders: Source<RecordedCylinder>;
  groups: Source<RecordedCylinderGroup>;
  keys: Source<RecordedKey>;
  jobs: Source<RecordedProgrammingJob>;
  programmingKeys: Source<SiteProgrammingKey>;
  devices: Source<RecordedProgrammingDevice>;
};

/** An invented locking system. Ids are unique across domains. */
export type Site = {
  domains: Record<string, DomainSite>;
  /** In order of import. */
  events: Source<RecordedAccessEvent>;
};

/** A key whose times were never set, with no rights but those of its holder. */
export const plainKey = {
  times: null,
  access: { cylinders: [], cylinder_groups: [] },
  access_list: null,
  changed_at: null,
} satisfies Partial<RecordedKey>;

/** Of the generation of cylinders that the sandbox invents. */
export const blockListLimit = 3_000;
export const eventRingLimit = 1_000;

/** A cylinder that blocks no key. */
export const capacities = (events: number): Pick<RecordedCylinder, 'block_list' | 'event_ring'> => ({
  block_list: { used: 0, limit: blockListLimit },
  event_ring: { used: events, limit: eventRingLimit },
});

export const identityOf = (record: { identity: string }): string => record.identity;
export const externalIdOf = (record: { external_id: string }): string => record.external_id;

/** `K-0001` for 0. */
export const numbered = (prefix: string, index: number, digits: number): string =>
  `${prefix}-${String(index + 1).padStart(digits, '0')}`;

/** Cycles through the values. */
export const everyNth = <T>(values: readonly [T, ...T[]], index: number): T =>
  values[index % values.length] ?? values[0];
