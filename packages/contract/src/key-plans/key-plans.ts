import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { listOf, pagingFields } from '../api/paging';
import { openTo, roles } from '../api/roles';
import { ById, DeleteResult, descriptionFor, Instant, nameFor, Reason, Search, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { nothingToUpdate } from '../fields/field-words';
import { NamedRecord } from '../fields/named-record';
import { TimeZone } from '../fields/time-zone';
import { CylinderGroupSummary, CylinderSummary } from '../key-systems/cylinders';
import { planChecks } from './plan-check';
import { planLinks } from './plan-links';
import {
  AccessProfile,
  AccessProfileCreate,
  AccessProfileUpdate,
  AddedCylinders,
  AddedGroups,
} from './rules/access-profiles';

export const TakesEffect = z
  .enum(['at_once', 'on_activation'])
  .describe('Whether an edit of a rule or profile changes access when it is saved, or waits in the draft.');
export const SchedulePolicy = z
  .enum(['refuse', 'union', 'intersection'])
  .describe('What becomes of a key for which rules give different hours: a key holds one schedule.');

export const KeyPlan = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  is_active: z.boolean().describe('Only an active plan grants anything.'),
  time_zone: z.string().describe('IANA zone in which its weekly windows are read.'),
  takes_effect: TakesEffect,
  needs_second_person: z.boolean().describe('People who edited pending changes may not bring them into force.'),
  second_person_removal: z
    .object({ requested_by: z.string(), requested_at: Instant })
    .nullable()
    .describe(
      'Who asked to no longer require a second person. It takes another administrator who updates the plan with ' +
        '`needs_second_person: false` within seven days.',
    ),
  schedule_policy: SchedulePolicy,
  version_in_force: z.int().describe('Number of its latest version.'),
  pending_changes: z.int().describe('Rules and profiles whose edits are not in force.'),
  rules: z.int().describe('As they are written, in force or not.'),
  active_rules: z.int(),
  iam_connections: z.array(NamedRecord),
  key_system_connections: z.array(NamedRecord),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type KeyPlan = z.infer<typeof KeyPlan>;

export const KeyPlanSettings = z.strictObject({
  name: nameFor('creating a key plan'),
  description: descriptionFor('creating a key plan'),
  is_active: z.boolean().default(false),
  time_zone: TimeZone.default('UTC'),
  takes_effect: TakesEffect.default('at_once'),
  needs_second_person: z.boolean().default(false),
  schedule_policy: SchedulePolicy.default('refuse'),
});

const linkedAtOnce = z.array(z.uuid()).max(100).default([]);

export const KeyPlanCreate = KeyPlanSettings.extend({
  iam_connection_ids: linkedAtOnce.describe('Identity sources whose people it is about from the start.'),
  key_system_connection_ids: linkedAtOnce.describe('Key systems that it is synced to from the start.'),
});

export const KeyPlanUpdate = z
  .strictObject({
    name: nameFor('changing a key plan'),
    description: descriptionFor('changing a key plan'),
    is_active: z.boolean(),
    time_zone: TimeZone,
    takes_effect: TakesEffect,
    needs_second_person: z
      .boolean()
      .describe('`false` of a plan that requires one: a request, until another administrator does the same.'),
    schedule_policy: SchedulePolicy,
    reason: Reason.describe('Why, for the version that this makes and the audit log.'),
  })
  .partial()
  .refine(({ reason: _, ...fields }) => Object.keys(fields).length > 0, { error: fieldError({ nothingToUpdate }) });

export const KeyPlanCopy = z.strictObject({ name: nameFor('copying a key plan') });

const InPlan = z.object({ keyplan_id: z.uuid() });
const ProfileInPlan = InPlan.extend({ profile_id: z.uuid() });
const ByProfile = z.object({ profile_id: z.uuid() });

export const keyPlanList = declareList({
  name: 'key-plans',
  path: '/key-plan/keyplans',
  summary: 'Key plans; without descriptions and links for sub-admins',
  allow: roles,
  item: KeyPlan,
  rows: 'keyplans',
  filter: { is_active: z.stringbool().optional(), search: Search.optional() },
  sorts: ['updated_at', 'name'],
  usual: '-updated_at',
  range: { standard: 100, max: 1_000 },
  csv: {
    columns: [
      'id',
      'name',
      'description',
      'is_active',
      'time_zone',
      'rules',
      'active_rules',
      'iam_connections',
      'key_system_connections',
      'updated_at',
    ],
    audit: 'key_plan.exported',
  },
});

/** The plans of a list in any shape of the specification: an array, or an object with keyplans. */
export const AnyKeyPlanList = z.preprocess(
  (body) => (Array.isArray(body) ? { keyplans: body } : body),
  z.object({ keyplans: z.array(z.unknown()) }),
);

const none = { none: 'read-only' } as const;

export const keyPlans = {
  list: keyPlanList.page,
  exportCsv: keyPlanList.csv,
  create: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans',
    summary: 'Create a key plan',
    ...openTo('edit_plans'),
    audit: 'key_plan.created',
    changes: ['key-plans'],
    status: 201,
    body: KeyPlanCreate,
    response: KeyPlan,
    errors: ['not_found', 'conflict'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:id',
    summary: 'One key plan',
    ...openTo('view_plans'),
    audit: none,
    params: ById,
    response: KeyPlan,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/key-plan/keyplans/:id',
    summary: 'Change a key plan: rename, activate or deactivate it',
    ...openTo('edit_plans'),
    audit: 'key_plan.updated',
    changes: ['key-plans'],
    params: ById,
    body: KeyPlanUpdate,
    response: KeyPlan,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:id/copy',
    summary: 'Copy a key plan: an inactive one with its settings, links, rules and profiles as they are written',
    ...openTo('edit_plans'),
    audit: 'key_plan.copied',
    changes: ['key-plans'],
    status: 201,
    params: ById,
    body: KeyPlanCopy,
    response: KeyPlan,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/key-plan/keyplans/:id',
    summary: 'Delete an inactive key plan with its rules and profiles',
    ...openTo('edit_plans'),
    stepUp: true,
    audit: 'key_plan.deleted',
    changes: ['key-plans'],
    params: ById,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'constraint_violation'],
  }),
  listProfiles: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/access-profiles',
    summary: 'Access profiles of a key plan, by name',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    query: z.strictObject(pagingFields),
    response: listOf(AccessProfile),
    errors: ['not_found'],
  }),
  createProfile: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/access-profiles',
    summary: 'Create an access profile',
    ...openTo('edit_plans'),
    audit: 'access_profile.created',
    changes: ['key-plans'],
    status: 201,
    params: InPlan,
    body: AccessProfileCreate,
    response: AccessProfile,
    errors: ['not_found', 'conflict'],
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/access-profiles/:profile_id',
    summary: 'One access profile',
    ...openTo('view_plans'),
    audit: none,
    params: ProfileInPlan,
    response: AccessProfile,
    errors: ['not_found'],
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/key-plan/keyplans/:keyplan_id/access-profiles/:profile_id',
    summary: 'Change an access profile: name, cylinders or groups',
    ...openTo('edit_plans'),
    audit: 'access_profile.updated',
    changes: ['key-plans'],
    params: ProfileInPlan,
    body: AccessProfileUpdate,
    response: AccessProfile,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  removeProfile: endpoint({
    method: 'DELETE',
    path: '/key-plan/keyplans/:keyplan_id/access-profiles/:profile_id',
    summary: 'Delete an access profile that no rule uses',
    ...openTo('edit_plans'),
    audit: 'access_profile.deleted',
    changes: ['key-plans'],
    params: ProfileInPlan,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'constraint_violation'],
  }),
  profileCylinders: endpoint({
    method: 'GET',
    path: '/key-plan/access-profiles/:profile_id/cylinders',
    summary: 'Cylinders named by an access profile',
    ...openTo('view_plans'),
    audit: none,
    params: ByProfile,
    response: z.object({ items: z.array(CylinderSummary), total: z.int() }),
    errors: ['not_found'],
  }),
  addProfileCylinders: endpoint({
    method: 'POST',
    path: '/key-plan/access-profiles/:profile_id/cylinders',
    summary: 'Add cylinders to an access profile',
    ...openTo('edit_plans'),
    audit: 'access_profile.updated',
    changes: ['key-plans'],
    params: ByProfile,
    body: AddedCylinders,
    response: AccessProfile,
    errors: ['not_found'],
  }),
  removeProfileCylinder: endpoint({
    method: 'DELETE',
    path: '/key-plan/access-profiles/:profile_id/cylinders/:cylinder_id',
    summary: 'Take a cylinder out of an access profile',
    ...openTo('edit_plans'),
    audit: 'access_profile.updated',
    changes: ['key-plans'],
    params: ByProfile.extend({ cylinder_id: z.uuid() }),
    response: AccessProfile,
    errors: ['not_found', 'version_conflict'],
  }),
  profileGroups: endpoint({
    method: 'GET',
    path: '/key-plan/access-profiles/:profile_id/cylinder-groups',
    summary: 'Cylinder groups named by an access profile',
    ...openTo('view_plans'),
    audit: none,
    params: ByProfile,
    response: z.object({ items: z.array(CylinderGroupSummary), total: z.int() }),
    errors: ['not_found'],
  }),
  addProfileGroups: endpoint({
    method: 'POST',
    path: '/key-plan/access-profiles/:profile_id/cylinder-groups',
    summary: 'Add cylinder groups to an access profile',
    ...openTo('edit_plans'),
    audit: 'access_profile.updated',
    changes: ['key-plans'],
    params: ByProfile,
    body: AddedGroups,
    response: AccessProfile,
    errors: ['not_found'],
  }),
  removeProfileGroup: endpoint({
    method: 'DELETE',
    path: '/key-plan/access-profiles/:profile_id/cylinder-groups/:group_id',
    summary: 'Take a cylinder group out of an access profile',
    ...openTo('edit_plans'),
    audit: 'access_profile.updated',
    changes: ['key-plans'],
    params: ByProfile.extend({ group_id: z.uuid() }),
    response: AccessProfile,
    errors: ['not_found', 'version_conflict'],
  }),
  ...planLinks,
  ...planChecks,
};
