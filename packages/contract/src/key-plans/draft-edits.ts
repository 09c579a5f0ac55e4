import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { Instant, Reason } from '../fields/common';
import { storableText } from '../fields/text';
import { KeyPlan } from './key-plans';
import { PlanDelta } from './plan-changes';
import { NamedByCaller, RuleObject, RuleRewritten, RuleWritten } from './rules/access-rules';

const expected = z
  .int()
  .min(1)
  .optional()
  .describe('The version of the rule that the edit is about; another one refuses all edits.');

/** An edit of the rules of a plan. */
export const DraftEdit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('add_rule'),
    rule_id: z.uuid().optional().describe('Of a rule that comes back as it was, by an undo.'),
    rule: RuleWritten,
  }),
  z.strictObject({ kind: z.literal('change_rule'), rule_id: z.uuid(), version: expected, rule: RuleRewritten }),
  z.strictObject({ kind: z.literal('remove_rule'), rule_id: z.uuid(), version: expected }),
]);
export type DraftEdit = z.output<typeof DraftEdit>;

export const maxDraftEdits = 500;

/** A way to grant or take back the requested access, in words and as edits. */
export const EditProposal = z.object({
  edits: z.array(DraftEdit),
  sentences: z.array(z.string()).describe('What each edit does, e.g. "Rule Fire stations also opens Ambulance bay".'),
  effect: PlanDelta.describe('Of the edits alone, on top of the draft.'),
  is_exact: z.boolean().describe('Just the people asked about gain or lose just the doors asked about.'),
});
export type EditProposal = z.infer<typeof EditProposal>;

/** A rule or profile whose edits are not in force. */
export const WaitingChange = z.object({
  kind: z.enum(['rule', 'profile']),
  record_id: z.uuid(),
  edited_by: z.string().nullable().describe('Who edited it last; null: no longer known.'),
  edited_at: Instant.nullable(),
  take_back: DraftEdit.nullable().describe('The edit that makes the rule say what is in force; null for a profile.'),
});
export type WaitingChange = z.infer<typeof WaitingChange>;

const InPlan = z.object({ keyplan_id: z.uuid() });

/** Edits of a draft, several at once and each with its way back. */
export const draftEdits = {
  read: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/draft',
    summary: 'What waits in the draft of a key plan: who edited it last, and the edit that takes it back alone',
    ...openTo('view_plans'),
    audit: { none: 'read-only' },
    params: InPlan,
    response: z.object({ changes: z.array(WaitingChange) }),
    errors: ['not_found'],
  }),
  propose: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/draft/propose',
    summary: 'Propose edits of rules that give doors to people, or take them away',
    ...openTo('view_plans'),
    audit: { none: 'read-only' },
    params: InPlan,
    body: z.strictObject({
      grant: z.boolean().describe('False: take back.'),
      who: z
        .array(z.strictObject({ all_of: z.array(NamedByCaller).min(1).max(4) }))
        .min(1)
        .max(200)
        .describe('Each a row of the matrix: all people who match all of these, such as a title within a department.'),
      objects: z.array(z.strictObject(RuleObject.shape)).min(1).max(500).describe('Doors, groups or places.'),
    }),
    response: z.object({
      proposals: z
        .array(EditProposal)
        .describe('The smallest fitting first, at most three; none where nothing is to be done.'),
      inseparable: z
        .array(z.object({ rule_id: z.uuid(), sentence: z.string() }))
        .describe(
          'Rules that cannot be narrowed exactly, and why: the other people they match share no subject, and are too many to be named.',
        ),
      elsewhere: z
        .array(z.string())
        .describe('Rules of other active plans that give a requested person a requested door, in words.'),
    }),
    errors: ['not_found', 'conflict'],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/draft/edits',
    summary: 'Edit several rules of a key plan at once, or none',
    ...openTo('edit_plans'),
    audit: 'key_plan.draft_edited',
    changes: ['key-plans'],
    params: InPlan,
    body: z.strictObject({
      edits: z.array(DraftEdit).min(1).max(maxDraftEdits),
      words: storableText(500).optional().describe('What the edits are for, for the audit log.'),
      accept_losing: z
        .int()
        .min(0)
        .optional()
        .describe('Where edits take effect at once and it asks: `people_losing` of the refusal.'),
      reason: Reason.optional(),
    }),
    response: z.object({
      plan: KeyPlan,
      undo: z.array(DraftEdit).describe('Edits that take these back, in their order.'),
    }),
    errors: ['not_found', 'conflict', 'version_conflict', 'confirmation_needed'],
  }),
};
