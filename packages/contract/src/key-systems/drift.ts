import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { Instant, Search } from '../fields/common';
import { NamedRecord } from '../fields/named-record';

export const DriftKind = z
  .enum([
    'member_added',
    'member_removed',
    'doors_added',
    'doors_removed',
    'hours_changed',
    'profile_deleted',
    'person_deactivated',
    'person_activated',
  ])
  .describe('Done in the key system itself: a person put into a profile or taken out, doors of a profile, and so on.');
export type DriftKind = z.infer<typeof DriftKind>;

export const Acceptance = z
  .enum(['into_rule', 'own_rule', 'switch_off'])
  .describe(
    'into_rule: the rule of the profile is changed. own_rule: a rule "… (accepted)" beside it, because all subjects of the rule have to match. switch_off: the rule is switched off.',
  );
export type Acceptance = z.infer<typeof Acceptance>;

export const DriftItem = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  kind: DriftKind,
  what: z.string().describe('What was changed there, in a sentence.'),
  profile: z.string().nullable().describe('Name of the access profile concerned.'),
  person: NamedRecord.nullable(),
  rule: NamedRecord.nullable().describe('The rule behind the profile, as it is written; null once it is gone.'),
  key_plan: NamedRecord.extend({ takes_effect: z.enum(['at_once', 'on_activation']) }).nullable(),
  doors: z
    .array(
      z.object({
        id: z.uuid().nullable().describe('Null for a door that the inventory does not know.'),
        external_id: z.string(),
        marking: z.string(),
        name: z.string().describe('As people call it; of a cylinder with its marking.'),
        is_group: z.boolean(),
      }),
    )
    .describe('At most 100 of them.'),
  door_count: z.int().describe('Of those listed; a group counts as one.'),
  affects: z
    .object({ people: z.int().nullable(), doors: z.int().nullable() })
    .describe(
      'Active people and single doors, as recorded there now, that are concerned. Null where that is not known, as of the former members of a deleted profile.',
    ),
  since: Instant.describe('The read that saw it first.'),
  adopted_at: Instant.nullable().describe(
    'When the profile, or the person where there is no profile, was adopted from what the key system held. Null: we wrote it.',
  ),
  state: z
    .enum(['open', 'accepted'])
    .describe('accepted: the plan was edited so that it says the same. The next sync compares and takes it off.'),
  accepted_at: Instant.nullable(),
  accepted_by: z.string().nullable(),
  acceptance: Acceptance.nullable().describe('What accepting does; null where a plan cannot say it.'),
  why_not: z.string().nullable().describe('Why it cannot be accepted, and what to do instead.'),
});
export type DriftItem = z.infer<typeof DriftItem>;

export const driftList = declareList({
  path: '/drift',
  summary: 'What was changed in key systems otherwise than by us',
  ...openTo('run_syncs', 'decide_changes'),
  item: DriftItem,
  filter: {
    connection_id: z.uuid().optional(),
    keyplan_id: z.uuid().optional(),
    kind: DriftKind.optional(),
    state: z.enum(['open', 'accepted', 'all']).default('open'),
    search: Search.optional().describe('Part of the name of the person, the profile or the rule.'),
  },
  sorts: ['since', 'profile', 'person', 'kind'],
  usual: '-since',
  csv: {
    columns: [
      'connection',
      'kind',
      'what',
      'person',
      'rule',
      'key_plan',
      'doors',
      'since',
      'state',
      'acceptance',
      'why_not',
    ],
    audit: 'drift.exported',
  },
});

/** To restore, start a sync: it writes back what was not accepted. */
export const drift = {
  list: driftList.page,
  exportCsv: driftList.csv,
  accept: endpoint({
    method: 'POST',
    path: '/drift/accept',
    summary: 'Edit the drafts of the plans so that they say what is recorded; all of these or none',
    ...openTo('run_syncs', 'decide_changes'),
    audit: 'drift.accepted',
    changes: ['drift', 'key-plans'],
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
    response: z.object({
      success: z.literal(true),
      accepted: z.int(),
      waiting: z.array(NamedRecord).describe('Plans whose edits wait in the draft until it is activated.'),
    }),
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
};
