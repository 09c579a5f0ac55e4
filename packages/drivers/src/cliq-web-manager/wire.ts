import { z } from 'zod';
import type {
  KeyAccess,
  KeyState,
  KeyTimes,
  ProgrammingJob,
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
  RecordedProfile,
  RecordedProgrammingDevice,
  RecordedProgrammingJob,
  RecordedProgrammingKey,
} from '../key-system-driver';

/**
 * The messages between driver and key system: JSON over HTTPS with client certificates on both sides.
 *
 * This wire format is OURS and UNVERIFIED against the vendor, who publishes no description of a service that writes.
 * Only our sandbox implements it; for a real CLIQ Web Manager, rewrite this file for its web services.
 *
 *   GET    /                        Service
 *   GET    /persons, /profiles, /cylinders, /cylinder-groups, /keys, /programming-jobs, /programming-keys,
 *          /programming-devices
 *            ?first_result=&max_results=       a page: items in a stable order, new ones last.
 *                                              It may hold fewer than requested; the list ends at `total`.
 *   PUT    /persons/{reference}     PersonContent     → Written   creates or updates, activates
 *   DELETE /persons/{reference}                       → Written   deactivates; succeeds if unknown
 *   PUT    /profiles/{reference}    ProfileContent    → Written
 *   POST   /profiles/{reference}/members  MemberChange → Written
 *   PUT    /keys/{external_id}/holder     Holder       → Written   hands out
 *   DELETE /keys/{external_id}/holder                  → Written   takes back
 *   PUT    /keys/{external_id}/state      State        → Written
 *   PUT    /keys/{external_id}/times      Times        → Written   replaces
 *   PUT    /keys/{external_id}/access     Access       → Written   replaces
 *   PUT    /programming-jobs/{reference}  JobContent   → Written   creates
 *   PUT    /programming-jobs/{reference}/assignment  Assignment → Written
 *   DELETE /programming-jobs/{reference}               → Written   cancels; succeeds if unknown
 *
 * With `?by=identity`, calls that name a record by its reference name one without a reference by the key system's own id; it
 * must exist, and gets no reference. A key has no reference.
 *
 * Writes change what is recorded. Keys take it over at a programming device, cylinders by a programming job.
 *
 * All below `{cliq_api_url}/CLIQWebManager/ws/key2xs/v1/domains/{domain}`. A refusal is a 4xx with a Refusal.
 * Both sides ignore unknown fields.
 */
export const servicePath = '/CLIQWebManager/ws/key2xs/v1/domains';

export const pageSize = 1_000;
/** Profiles contain all their members, tens of thousands each, so a page holds fewer. */
export const profilePageSize = 10;

export const Service = z.object({
  product: z.string(),
  version: z.string(),
  domain_name: z.string(),
  /** Unknown ones belong to a later version. */
  capabilities: z.array(z.string()),
  is_sandbox: z.boolean().default(false),
});

export const PersonContent = z.object({
  first_name: z.string(),
  surname: z.string(),
  email: z.string().nullable(),
  employee_id: z.string().nullable(),
});

const Instant = z.iso.datetime();
const WeeklyWindow = z.object({ days: z.array(z.int().min(1).max(7)), from: z.string(), to: z.string() });
const Capacity = z.object({ used: z.int().min(0), limit: z.int().min(0) });

const Validity = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('always') }),
  z.object({ mode: z.literal('never') }),
  z.object({ mode: z.literal('between'), from: Instant, until: Instant }),
]);

export const Times = z.object({
  validity: Validity,
  revalidation_minutes: z.int().min(1).nullable(),
  schedule: z.array(WeeklyWindow),
}) satisfies z.ZodType<KeyTimes>;

export const Access = z.object({
  cylinders: z.array(z.string()),
  cylinder_groups: z.array(z.string()),
}) satisfies z.ZodType<KeyAccess>;

/** One of the two. */
export const Holder = z.union([z.object({ reference: z.string() }), z.object({ identity: z.string() })]);

export const State = z.object({
  state: z.enum(['in_stock', 'handed_out', 'lost', 'broken']),
}) satisfies z.ZodType<{ state: KeyState }>;

export const JobContent = z.object({
  cylinder: z.string(),
  kind: z.enum(['program', 'block', 'unblock', 'fetch_events', 'reprogram']),
  key: z.string().nullable(),
}) satisfies z.ZodType<Omit<ProgrammingJob, 'reference'>>;

/** By the external id of the programming key; null: to none. */
export const Assignment = z.object({ programming_key: z.string().nullable() });

export const ProfileContent = z.object({
  name: z.string(),
  description: z.string(),
  cylinders: z.array(z.string()),
  cylinder_groups: z.array(z.string()),
  schedule: z.array(WeeklyWindow),
});

export const MemberChange = z.object({
  /** References. */
  add: z.array(z.string()),
  remove: z.array(z.string()),
  /** Identities of persons without a reference. Optional. */
  add_others: z.array(z.string()).default([]),
  remove_others: z.array(z.string()).default([]),
});

export const WirePerson = PersonContent.extend({
  identity: z.string(),
  reference: z.string().nullable(),
  active: z.boolean(),
}) satisfies z.ZodType<RecordedPerson>;

export const WireProfile = ProfileContent.extend({
  identity: z.string(),
  reference: z.string().nullable(),
  /** References. */
  members: z.array(z.string()),
  /** Identities of members without a reference. Optional. */
  other_members: z.array(z.string()).default([]),
}) satisfies z.ZodType<RecordedProfile>;

export const WireCylinder = z.object({
  external_id: z.string(),
  name: z.string(),
  marking: z.string(),
  cylinder_type: z.string(),
  domain: z.string(),
  group_external_id: z.string().nullable(),
  location: z.string(),
  state: z.string(),
  /** Optional, both. */
  block_list: Capacity.nullable().default(null),
  event_ring: Capacity.nullable().default(null),
}) satisfies z.ZodType<RecordedCylinder>;

export const WireCylinderGroup = z.object({
  external_id: z.string(),
  name: z.string(),
  domain: z.string(),
}) satisfies z.ZodType<RecordedCylinderGroup>;

export const WireKey = z.object({
  external_id: z.string(),
  name: z.string(),
  marking: z.string(),
  serial: z.string(),
  key_type: z.enum(['normal', 'quartz', 'dynamic', 'connect']),
  holder_identity: z.string().nullable(),
  state: z.string(),
  /** Optional, all of them. */
  last_update_at: Instant.nullable().default(null),
  times: Times.nullable().default(null),
  access: Access.nullable().default(null),
  access_list: Capacity.nullable().default(null),
  changed_at: Instant.nullable().default(null),
}) satisfies z.ZodType<RecordedKey>;

export const WireProgrammingJob = z.object({
  external_id: z.string(),
  /** Optional. */
  reference: z.string().nullable().default(null),
  cylinder_external_id: z.string(),
  kind: z.enum(['program', 'change_group', 'block', 'unblock', 'fetch_events', 'reprogram']),
  state: z.enum(['pending', 'assigned', 'loaded_on_key', 'done', 'failed', 'cancelled']),
  /** Optional. */
  key_external_id: z.string().nullable().default(null),
  assigned_key: z.string().nullable(),
  created_at: Instant,
  done_at: Instant.nullable(),
}) satisfies z.ZodType<RecordedProgrammingJob>;

export const WireProgrammingKey = z.object({
  external_id: z.string(),
  marking: z.string(),
  kind: z.enum(['master', 'sub_master', 'normal']),
  holder_identity: z.string().nullable(),
  jobs: z.int().min(0),
  /** Optional. */
  job_limit: z.int().min(0).nullable().default(null),
}) satisfies z.ZodType<RecordedProgrammingKey>;

export const WireProgrammingDevice = z.object({
  external_id: z.string(),
  name: z.string(),
  kind: z.enum(['wall', 'mobile', 'desk']),
  place: z.string(),
  /** Optional. */
  last_contact_at: Instant.nullable().default(null),
}) satisfies z.ZodType<RecordedProgrammingDevice>;

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ first_result: z.int().min(0), total: z.int().min(0), items: z.array(item) });

/** `changed` is false if the record already had that content. */
export const Written = z.object({ changed: z.boolean() });

export const refusalCodes = {
  unknown_domain: 404,
  unknown_profile: 404,
  unknown_person: 404,
  unknown_key: 404,
  unknown_cylinder: 404,
  unknown_job: 404,
  unknown_programming_key: 404,
  conflict: 409,
  unknown_service: 404,
  invalid: 422,
} as const;

/** Unknown codes belong to a later version. */
export const Refusal = z.object({ error: z.string(), message: z.string() });
