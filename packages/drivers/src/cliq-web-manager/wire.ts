import { z } from 'zod';
import type {
  RecordedCylinder,
  RecordedCylinderGroup,
  RecordedKey,
  RecordedPerson,
  RecordedProfile,
  RecordedProgrammingJob,
} from '../key-system-driver';

/**
 * The messages between driver and key system: JSON over HTTPS with client certificates on both sides.
 *
 * This wire format is OURS and UNVERIFIED against the vendor, who publishes no description of a service that writes.
 * Only our sandbox implements it; for a real CLIQ Web Manager, rewrite this file for its web services.
 *
 *   GET    /                        Service
 *   GET    /persons, /profiles, /cylinders, /cylinder-groups, /keys, /programming-jobs
 *            ?first_result=&max_results=       a page: items in a stable order, new ones last.
 *                                              It may hold fewer than requested; the list ends at `total`.
 *   PUT    /persons/{reference}     PersonContent     → Written   creates or updates, activates
 *   DELETE /persons/{reference}                       → Written   deactivates; succeeds if unknown
 *   PUT    /profiles/{reference}    ProfileContent    → Written
 *   POST   /profiles/{reference}/members  MemberChange → Written
 *
 * With `?by=identity`, the four name a record without a reference by its identity; it must exist, and gets no reference.
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

const WeeklyWindow = z.object({ days: z.array(z.int().min(1).max(7)), from: z.string(), to: z.string() });

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
  /** Optional. */
  last_update_at: z.iso.datetime().nullable().default(null),
}) satisfies z.ZodType<RecordedKey>;

export const WireProgrammingJob = z.object({
  external_id: z.string(),
  cylinder_external_id: z.string(),
  kind: z.enum(['program', 'change_group', 'block', 'unblock', 'fetch_events', 'reprogram']),
  state: z.enum(['pending', 'assigned', 'loaded_on_key', 'done', 'failed']),
  assigned_key: z.string().nullable(),
  created_at: z.iso.datetime(),
  done_at: z.iso.datetime().nullable(),
}) satisfies z.ZodType<RecordedProgrammingJob>;

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ first_result: z.int().min(0), total: z.int().min(0), items: z.array(item) });

/** `changed` is false if the record already had that content. */
export const Written = z.object({ changed: z.boolean() });

export const refusalCodes = {
  unknown_domain: 404,
  unknown_profile: 404,
  unknown_person: 404,
  unknown_service: 404,
  invalid: 422,
} as const;

/** Unknown codes belong to a later version. */
export const Refusal = z.object({ error: z.string(), message: z.string() });
