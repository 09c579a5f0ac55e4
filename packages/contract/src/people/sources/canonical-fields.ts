import { z } from 'zod';

/** The fields that every source is mapped to. A person's `external_id` never changes. */
export const canonicalFields = [
  'external_id',
  'username',
  'display_name',
  'given_name',
  'family_name',
  'email',
  'job_title',
  'department',
  'company',
  'location',
  'employee_id',
  'employee_type',
  'manager_ref',
  'groups',
  'active',
  'start_date',
  'end_date',
] as const;

/** How much of groups there may be: of one person in a list or in a source that is called, in a name, and in a source. */
export const groupLimits = { of_person: 100, of_called_person: 5_000, name: 200, of_source: 10_000 } as const;
export const CanonicalField = z.enum(canonicalFields);
export type CanonicalField = z.infer<typeof CanonicalField>;
