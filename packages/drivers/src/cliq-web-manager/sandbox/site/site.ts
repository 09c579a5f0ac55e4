import type { z } from 'zod';
import type {
  RecordedAccessEvent,
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
  RecordedProgrammingJob,
} from '../../../key-system-driver';
import type { Source } from '../../../sandbox-kit/records';
import type { WireProfile } from '../../wire';

export type SiteProfile = Omit<z.infer<typeof WireProfile>, 'members'>;

/** The initial content of one domain. */
export type DomainSite = {
  persons: Source<RecordedPerson>;
  profiles: Source<SiteProfile>;
  cylinders: Source<RecordedCylinder>;
  groups: Source<RecordedCylinderGroup>;
  keys: Source<RecordedKey>;
  jobs: Source<RecordedProgrammingJob>;
};

/** An invented locking system. Ids are unique across domains. */
export type Site = {
  domains: Record<string, DomainSite>;
  /** In order of import. */
  events: Source<RecordedAccessEvent>;
};

export const identityOf = (record: { identity: string }): string => record.identity;
export const externalIdOf = (record: { external_id: string }): string => record.external_id;

/** `K-0001` for 0. */
export const numbered = (prefix: string, index: number, digits: number): string =>
  `${prefix}-${String(index + 1).padStart(digits, '0')}`;

/** Cycles through the values. */
export const everyNth = <T>(values: readonly [T, ...T[]], index: number): T =>
  values[index % values.length] ?? values[0];
