import { z } from 'zod';
import { endpoint } from './api/endpoint';
import { roles } from './api/roles';
import { Instant } from './fields/common';
import { TimeZone } from './fields/time-zone';
import { KeySystemStatus } from './key-systems/key-systems';
import { ExposureSummary } from './keys/effective-access';
import { DayOfChanges, KeySystemStanding, NeedsYou } from './standing';

export const Overview = z.object({
  people: z.object({
    total: z.int().describe('Active people of all sources.'),
    last_change: z
      .object({
        change_set_id: z.uuid(),
        title: z.string(),
        joined: z.int(),
        left: z.int(),
        moved: z.int(),
        at: Instant,
      })
      .nullable()
      .describe('The last import that changed a person.'),
    last_read_at: Instant.nullable(),
  }),
  may_open: z.object({
    people: z.int().describe('People who may open some door, by the plans in force.'),
    doors: z.int().describe('Doors that at least one person may open.'),
    rights: z.int().describe('Pairs of person and door.'),
    active_plans: z.int(),
    rules: z.int().describe('Rules in force.'),
    only_plan: z
      .object({ id: z.uuid(), name: z.string(), version: z.int() })
      .nullable()
      .describe('The active plan, when there is exactly one.'),
  }),
  recorded: z.object({
    state: KeySystemStanding.shape.state
      .nullable()
      .describe('Of the key system that is furthest behind; null when there is none.'),
    rights_to_withdraw: z.int(),
    people_losing: z.int().describe('Sum over key systems: a person in two of them counts twice.'),
    rights_to_grant: z.int(),
    people_gaining: z.int().describe('Sum over key systems: a person in two of them counts twice.'),
    writes: z.int(),
    changed_there: z.int(),
    waiting_for_operator: z.int(),
    key_systems: z.array(KeySystemStanding),
  }),
  on_keys: z
    .object({
      keys: z.int().describe('Keys in the hands of our people, as last read.'),
      up_to_date: z.int().describe('Updated since the recorded rights of their holder last changed.'),
      waiting: z.int().describe('Not updated since then.'),
      unknown: z
        .int()
        .describe('Of which it is not known when they were updated, or whose rights are in the cylinders.'),
      exposure: ExposureSummary,
      open_jobs: z.int().describe('Programming jobs of cylinders that are not done.'),
      read_at: Instant.nullable().describe('The oldest reading among the key systems.'),
    })
    .describe('The effective layer, as far as the key systems know it.'),
  needs_you: z.array(NeedsYou).describe('Most urgent first, at most 50.'),
  days: z.array(DayOfChanges).describe('The last 14 days, the oldest first.'),
  identity_sources: z.object({
    total: z.int(),
    active: z.int(),
    never_read: z.int(),
    name: z.string().nullable().describe('When there is exactly one.'),
    id: z.uuid().nullable().describe('When there is exactly one.'),
  }),
  key_systems: z.object({
    total: z.int(),
    active: z.int(),
    name: z.string().nullable().describe('When there is exactly one.'),
    worst_status: KeySystemStatus.nullable(),
    cylinders: z.int(),
    unplaced_cylinders: z.int(),
    cylinder_groups: z.int(),
    is_sandbox: z.boolean().describe('True when every one of them is a sandbox.'),
  }),
  key_plans: z.object({
    total: z.int(),
    active: z.int(),
    drafts: z.int().describe('Plans with changes not in force.'),
  }),
  audit_log: z
    .object({ verified_at: Instant, ok: z.boolean() })
    .nullable()
    .describe('The last verification of the administration log; null: not verified yet.'),
});
export type Overview = z.infer<typeof Overview>;

export const SearchHit = z.object({
  type: z.enum([
    'person',
    'department',
    'job_title',
    'cylinder',
    'cylinder_group',
    'location',
    'key',
    'key_plan',
    'access_rule',
    'iam_connection',
    'key_system_connection',
  ]),
  id: z.string().describe('Of a department or job title: its text.'),
  title: z.string(),
  subtitle: z.string(),
  keyplan_id: z.uuid().nullable().describe('Of an access rule: the plan it belongs to.'),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const overview = {
  get: endpoint({
    method: 'GET',
    path: '/overview',
    summary:
      'The overall state: people, their access, what is recorded of it, what is on keys, and what needs a decision',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    query: z.strictObject({ time_zone: TimeZone.optional().describe('In which days begin; UTC unless given.') }),
    response: Overview,
  }),
  search: endpoint({
    method: 'GET',
    path: '/search',
    summary:
      'People, departments, job titles, cylinders, groups, places, keys, plans, rules and connections that contain a text',
    allow: roles,
    audit: { none: 'read-only' },
    query: z.strictObject({ q: z.string().trim().min(2).max(100) }),
    response: z.object({ items: z.array(SearchHit).describe('At most five of each type.') }),
  }),
};
