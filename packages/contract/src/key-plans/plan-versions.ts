import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { Instant, Reason, Search } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { CrossingCell, CrossingDepartment, CrossingPlace } from './access/crossing';
import { KeyPlan } from './key-plans';
import { GainOrLoss, PlanChange, PlanDelta } from './plan-changes';
import { AccessRuleCreate, AccessRuleUpdate } from './rules/access-rules';

const Tally = z.object({ added: z.int(), changed: z.int(), removed: z.int() });

export const VersionFigures = z.object({
  people: z.int().describe('People who may open some door by the plan.'),
  doors: z.int().describe('Doors that at least one person may open by the plan.'),
  rights: z.int().describe('Pairs of person and door.'),
  people_gaining: z
    .int()
    .describe('People with a door that the version before did not give them; 0 for a plan that is switched off.'),
  people_losing: z.int(),
});
export type VersionFigures = z.infer<typeof VersionFigures>;

export const PlanVersion = z.object({
  number: z.int().describe('Counts from 1; a version never changes.'),
  at: Instant.describe('Since when it is in force, until the next one.'),
  cause: z
    .enum(['created', 'settings', 'edit', 'activation', 'deleted', 'upgrade'])
    .describe('edit: of a plan whose edits take effect at once. upgrade: what was in force when versions began.'),
  made_by: z.string().describe('Empty for an upgrade.'),
  reason: z.string().nullable(),
  changes: z
    .object({ rules: Tally, profiles: Tally, settings: Tally })
    .partial()
    .describe('Against the version before.'),
  figures: VersionFigures.nullable().describe(
    'Of the people and doors of when it came into force; they stay. Null: the past of that time is no longer kept, or it is still being counted.',
  ),
  is_in_force: z.boolean(),
});
export type PlanVersion = z.infer<typeof PlanVersion>;

const InPlan = z.object({ keyplan_id: z.uuid() });

export const planVersionList = declareList({
  path: '/key-plan/keyplans/:keyplan_id/versions',
  name: 'versions-of-a-key-plan',
  summary: 'What was in force of a key plan when',
  ...openTo('view_plans'),
  params: InPlan,
  item: PlanVersion,
  filter: {
    cause: PlanVersion.shape.cause.optional(),
    search: Search.optional().describe('Part of the reason, or of who made it.'),
  },
  sorts: ['number'],
  usual: '-number',
  csv: { columns: ['number', 'at', 'cause', 'made_by', 'reason', 'changes', 'figures'], audit: 'key_plan.exported' },
  errors: ['not_found'],
});

/** One side of a comparison. */
export const Side = z
  .union([
    z.enum(['in_force', 'draft', 'off']),
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/, { error: fieldError({ side: 'in_force, draft, off or the number of a version' }) }),
  ])
  .describe('What is in force now, the draft, the plan switched off, or a version by its number.');
export type Side = z.infer<typeof Side>;

const sides = { from: Side.default('in_force'), to: Side.default('draft') };

/** An unsaved edit, for a preview. */
export const TrialEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add_rule'), rule: AccessRuleCreate }),
  z.strictObject({ kind: z.literal('change_rule'), rule_id: z.uuid(), rule: AccessRuleUpdate }),
  z.strictObject({ kind: z.literal('remove_rule'), rule_id: z.uuid() }),
]);
export type TrialEdit = z.output<typeof TrialEdit>;

export const PlanComparison = z.object({
  from: Side,
  to: Side,
  changes: z.array(PlanChange).describe('By kind and name.'),
  effect: PlanDelta,
  by_crossing: z
    .object({
      departments: z.array(CrossingDepartment).describe('Most affected first; at most 30.'),
      places: z.array(CrossingPlace).describe('The topmost places, most affected first; at most 30.'),
      cells: z
        .array(
          CrossingCell.extend({
            gaining: z.int().describe('People who gain a door there.'),
            losing: z.int().describe('People who lose a door there.'),
            rights_gained: z.int(),
            rights_lost: z.int(),
          }),
        )
        .describe('Where something changes.'),
    })
    .describe('Who gains and loses where: departments by places.'),
  visits: z
    .array(
      z.object({
        location_id: z.uuid().nullable().describe('Null: cylinders without a place.'),
        name: z.string().describe('With the places above, as a path.'),
        cylinders: z.int(),
      }),
    )
    .describe('Where cylinders are to be visited, most first; at most 50 places.'),
});
export type PlanComparison = z.infer<typeof PlanComparison>;

export const gainOrLossList = declareList({
  path: '/key-plan/keyplans/:keyplan_id/compare/people',
  name: 'people-of-a-comparison',
  summary: 'People who gain or lose doors between two sides of a key plan',
  ...openTo('view_plans'),
  params: InPlan,
  item: GainOrLoss,
  filter: {
    ...sides,
    search: Search.optional().describe('Part of name, username, e-mail, employee or external id.'),
    department: z.string().max(200).optional(),
    job_title: z.string().max(200).optional(),
    change: z.enum(['gains', 'loses']).optional().describe('Who gains some door, or loses some.'),
  },
  sorts: ['display_name', 'department', 'job_title', 'employee_id'],
  csv: {
    columns: ['employee_id', 'display_name', 'department', 'job_title', 'doors_gained', 'doors_lost', 'gained', 'lost'],
    audit: 'access.exported',
  },
  errors: ['not_found'],
});

const none = { none: 'read-only' } as const;

/** Drafts and versions of a key plan. */
export const planVersions = {
  list: planVersionList.page,
  exportCsv: planVersionList.csv,
  compare: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/compare',
    summary: 'What differs between two sides of a key plan, and who would gain and lose which doors',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    query: z.strictObject(sides),
    response: PlanComparison,
    errors: ['not_found'],
  }),
  comparePeople: gainOrLossList.page,
  exportPeople: gainOrLossList.csv,
  preview: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/preview',
    summary: 'Who would gain and lose which doors by an edit that is not saved',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    body: z.strictObject({ edit: TrialEdit }),
    response: PlanComparison,
    errors: ['not_found'],
  }),
  activate: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/activate',
    summary: 'Bring the draft into force, and switch the plan on',
    ...openTo('activate_plans'),
    audit: 'key_plan.activated',
    changes: ['key-plans'],
    params: InPlan,
    body: z.strictObject({
      reason: Reason.optional(),
      accept_losing: z
        .int()
        .min(0)
        .optional()
        .describe('How many people may lose doors, where it asks: `people_losing` of the refusal.'),
    }),
    response: KeyPlan,
    errors: ['not_found', 'conflict', 'version_conflict', 'confirmation_needed'],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/discard',
    summary: 'Drop the edits of the draft that are not in force',
    ...openTo('edit_plans'),
    audit: 'key_plan.draft_discarded',
    changes: ['key-plans'],
    params: InPlan,
    body: z.strictObject({}),
    response: KeyPlan,
    errors: ['not_found', 'version_conflict'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/versions/:number/restore',
    summary: 'Write the rules and profiles of a version as the draft',
    ...openTo('edit_plans'),
    audit: 'key_plan.version_restored',
    changes: ['key-plans'],
    params: InPlan.extend({ number: z.coerce.number().int().min(1) }),
    body: z.strictObject({}),
    response: KeyPlan,
    errors: ['not_found', 'version_conflict'],
  }),
};
