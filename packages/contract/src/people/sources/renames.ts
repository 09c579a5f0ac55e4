import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo } from '../../api/roles';
import { AccessDelta } from '../../fields/access-delta';
import { ById, DeleteResult, Instant, Reason, Version } from '../../fields/common';
import { SyncTask } from '../../runs/sync';

export const RenamedField = z.enum(['department', 'job_title']);

export const RenameDecision = z
  .enum(['carry_over', 'map_for_good', 'not_a_rename'])
  .describe(
    'carry_over: rules that name the old value name the new ones too. map_for_good: the new values are read as the old one from now on. not_a_rename: it goes through as it is.',
  );
export type RenameDecision = z.infer<typeof RenameDecision>;

const ValueFigures = z.object({
  value: z.string(),
  people_before: z.int(),
  still_listed: z.int().describe('Of those, whatever they have now.'),
  staying: z.int().describe('Of those, who keep it.'),
  people_after: z.int().describe('Who have it now, new people among them.'),
});

export const RenameFinding = z.object({
  id: z.uuid(),
  field: RenamedField,
  kind: z
    .enum(['rename', 'spelling', 'split', 'merge', 'swap'])
    .describe('spelling: the same name written otherwise. swap: values exchanged, two or more in a circle.'),
  flows: z
    .array(z.object({ from: z.string(), to: z.string(), people: z.int() }))
    .describe('Who moved from what to what, most people first.'),
  from: z.array(ValueFigures),
  to: z.array(ValueFigures),
  people: z.int().describe('People in the flows.'),
  of: z.int().describe('People who had the old values and are still listed.'),
  confidence: z.enum(['sure', 'likely', 'possible']),
  is_in_reorganisation: z.boolean().describe('Many others moved at the same time, to nowhere in particular.'),
  effect: z
    .object({
      people_losing: z.int(),
      people_gaining: z.int(),
      doors_lost: z.int().describe('Doors that at least one person loses.'),
      doors_gained: z.int().describe('Doors that at least one person gains.'),
      scopes: z
        .int()
        .describe(
          'Scopes of administrators, open invitations, API tokens and single sign-on that name an old department and not the new one.',
        ),
    })
    .describe('Of this move alone, by the plans in force, if nothing is done about it.'),
  rules: z
    .array(z.object({ keyplan_id: z.uuid(), plan: z.string(), rule_id: z.uuid(), rule: z.string() }))
    .describe('Rules in force of active plans that name an old value.'),
  stops: z
    .boolean()
    .describe('Nothing is applied before it is decided, because doors would change or a scope would lose people.'),
  choices: z.array(RenameDecision).describe('What can be done about it.'),
  decision: z.object({ is: RenameDecision, by: z.string(), at: Instant }).nullable(),
});
export type RenameFinding = z.infer<typeof RenameFinding>;

export const RenameFindings = z.object({
  items: z.array(RenameFinding).describe('Departments, then job titles; of each most people first.'),
  version: Version.describe('Of all decisions about them.'),
});
export type RenameFindings = z.infer<typeof RenameFindings>;

/** A value of a source that is mapped to another one. */
export const ValueAlias = z.object({
  id: z.uuid(),
  field: RenamedField,
  source_value: z.string().describe('As the source writes it; compared as rules compare.'),
  read_as: z.string(),
  created_by: z.string(),
  created_at: Instant,
});
export type ValueAlias = z.infer<typeof ValueAlias>;

const maxFindings = 2_000;
const findings = z.array(z.uuid()).min(1).max(maxFindings);

/** The edits of carrying rules over, and their effect. */
export const CarryOverPreview = z.object({
  plans: z.array(
    z.object({
      keyplan_id: z.uuid(),
      name: z.string(),
      sentences: z.array(z.string()).describe('A sentence for each edit.'),
      comes_into_force: z
        .boolean()
        .describe('With the decision. False: the plan is off, or another person has to activate its draft.'),
      waiting_changes: z.int().describe('Other edits of its draft. They keep waiting.'),
    }),
  ),
  effect: AccessDelta.pick({
    people_gaining: true,
    people_losing: true,
    rights_gained: true,
    rights_lost: true,
  }).describe('Against today, once rules are carried over and people have moved.'),
});
export type CarryOverPreview = z.infer<typeof CarryOverPreview>;

const none = { none: 'read-only' } as const;

export const renames = {
  list: endpoint({
    method: 'GET',
    path: '/change-sets/:id/renames',
    summary: 'Departments and job titles that a run of an identity source seems to rename, split, merge or swap',
    ...openTo('run_syncs'),
    audit: none,
    params: ById,
    response: RenameFindings,
    errors: ['not_found'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/change-sets/:id/renames/preview',
    summary: 'What carrying the rules over would write, and who would gain or lose doors all the same',
    ...openTo('run_syncs'),
    audit: none,
    params: ById,
    body: z.strictObject({ finding_ids: findings }),
    response: CarryOverPreview,
    errors: ['not_found', 'conflict'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/change-sets/:id/renames/decide',
    summary: 'Decide what findings are; after the last one the source is compared again',
    ...openTo('run_syncs'),
    audit: 'iam.rename_decided',
    changes: [
      'change-sets',
      'tasks',
      'people',
      'sources',
      'key-plans',
      'administrators',
      'api-tokens',
      'single-sign-on',
    ],
    params: ById,
    body: z.strictObject({
      decisions: z
        .array(
          z.strictObject({
            finding_id: z.uuid(),
            decision: RenameDecision.nullable().describe('Null takes a decision back, while others are open.'),
          }),
        )
        .min(1)
        .max(maxFindings),
      accept_gaining: z
        .int()
        .min(0)
        .optional()
        .describe('How many people may gain doors by carrying over, where it asks: `people_gaining` of the refusal.'),
      reason: Reason.optional(),
    }),
    response: RenameFindings.extend({
      task: SyncTask.nullable().describe('The run that compares again, once nothing is left to decide.'),
    }),
    errors: [
      'not_found',
      'conflict',
      'version_conflict',
      'change_set_stale',
      'sync_in_progress',
      'installation_paused',
      'confirmation_needed',
    ],
  }),
  aliases: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/value-aliases',
    summary: 'Values of a source that are read as others, after a rename',
    ...openTo('run_syncs'),
    audit: none,
    params: ById,
    response: z.object({ items: z.array(ValueAlias) }),
    errors: ['not_found'],
  }),
  removeAlias: endpoint({
    method: 'DELETE',
    path: '/iam/connections/:id/value-aliases/:alias_id',
    summary: 'Read a value as the source writes it again, from the next run on',
    ...openTo('run_syncs'),
    audit: 'iam.value_alias_removed',
    changes: ['sources'],
    params: ById.extend({ alias_id: z.uuid() }),
    response: DeleteResult,
    errors: ['not_found', 'sync_in_progress', 'installation_paused'],
  }),
};
