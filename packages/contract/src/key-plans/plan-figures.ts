import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { Instant } from '../fields/common';
import { CrossingCell, CrossingDepartment, CrossingPlace } from './access/crossing';
import { PlanVersion, VersionFigures } from './plan-versions';

const reached = {
  people: z.int().describe('People who may open some door by the plan.'),
  doors: z.int().describe('Doors that at least one person may open by the plan.'),
};

/** What a plan reaches by itself. An inactive plan counts as active. */
export const PlanCoverage = z.object({
  keyplan_id: z.uuid(),
  ...reached,
  of_people: z.int().describe('Active people of its identity sources.'),
  of_doors: z.int().describe('Doors of its key systems.'),
  changed_by: z.string().nullable().describe('Who changed it last; null where that is not kept.'),
});
export type PlanCoverage = z.infer<typeof PlanCoverage>;

export const PlanFigures = z.object({
  keyplan_id: z.uuid(),
  at: Instant.describe('When it was counted.'),
  side: z
    .enum(['in_force', 'draft'])
    .describe('What was counted: the rules in force, or of an inactive plan those of its draft as if it were active.'),
  version: z.int().describe('In force.'),
  ...reached,
  rights: z.int().describe('Pairs of person and door.'),
  of_people: z.int().describe('Active people of its identity sources.'),
  of_doors: z.int().describe('Doors of its key systems.'),
  departments: z
    .array(
      CrossingDepartment.extend({
        ...reached,
        of_people: z.int().describe('Active people of the department in the sources of the plan.'),
        rights: z.int(),
      }),
    )
    .describe('Most rights first; at most 30.'),
  places: z
    .array(
      CrossingPlace.extend({
        ...reached,
        of_doors: z.int().describe('Doors there, of all key systems.'),
        rights: z.int(),
      }),
    )
    .describe('The topmost places, most rights first; at most 30.'),
  crossings: z
    .array(CrossingCell.extend({ people: z.int(), rights: z.int() }))
    .describe('Where a person of a department may open a door of a place.'),
  rules: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        people: z.int(),
        doors: z.int(),
        is_broad: z.boolean().describe('The check finds that it opens very much to very many.'),
      }),
    )
    .describe('Rules that are switched on, the widest first; at most 200.'),
  active_rules: z.int().describe('How many rules are switched on, listed or not.'),
  by_hour: z
    .array(z.int())
    .describe('People who may open some door at some minute of each hour of the week, from Monday 00:00: 168 of them.'),
});
export type PlanFigures = z.infer<typeof PlanFigures>;

/** What the rules of a version reach, with the people, doors and places of today. */
export const VersionReach = PlanVersion.pick({ number: true, at: true, cause: true }).extend(VersionFigures.shape);
export type VersionReach = z.infer<typeof VersionReach>;

const ofPlan = {
  ...openTo('view_plans'),
  audit: { none: 'read-only' },
  params: z.object({ keyplan_id: z.uuid() }),
  errors: ['not_found'],
} as const;

export const planFigures = {
  coverage: endpoint({
    method: 'GET',
    path: '/key-plan/coverage',
    summary: 'Of every key plan: how many people and doors it reaches',
    ...openTo('view_plans'),
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(PlanCoverage) }),
  }),
  statistics: endpoint({
    ...ofPlan,
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/statistics',
    summary: 'A key plan in figures: who reaches what, by department, place, rule and hour',
    response: PlanFigures,
  }),
  growth: endpoint({
    ...ofPlan,
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/growth',
    summary: 'What the last 24 versions of a key plan reached when they came into force, the oldest first',
    response: z.object({
      items: z.array(VersionReach).describe('Without those that came into force before the past is kept.'),
    }),
  }),
};
