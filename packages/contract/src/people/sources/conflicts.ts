import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { declareList } from '../../api/list';
import { openTo } from '../../api/roles';
import { ById, Instant, Reason, Search } from '../../fields/common';
import { storableText } from '../../fields/text';

export const ConflictKind = z
  .enum(['same_number', 'two_sources', 'returner'])
  .describe(
    'same_number: two people of one source have one employee number. two_sources: a new person has the number of ' +
      'a person of another source. returner: the id of a person who left long ago, or for good, is there again.',
  );
export type ConflictKind = z.infer<typeof ConflictKind>;

export const ConflictDecision = z
  .enum(['is_this_one', 'both', 'stay_out', 'same_person', 'new_person'])
  .describe(
    'Of a number: is_this_one lets only the chosen person in, both lets all in, each with separate rights. ' +
      'Of two sources also: stay_out leaves out the new person, because the other source has this person already. ' +
      'Of a returner: same_person comes back under the same id, new_person gets one of their own.',
  );
export type ConflictDecision = z.infer<typeof ConflictDecision>;

/** A question about the identity of a person in a source that only an administrator can decide. */
export const DirectoryConflict = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  kind: ConflictKind,
  value: z.string().describe('The employee number, or the external id of a returner.'),
  people: z
    .array(
      z.object({
        connection_id: z.uuid(),
        external_id: z.string(),
        person_id: z.uuid().nullable().describe('Null: not among the people yet.'),
        name: z.string(),
        has_number: z.boolean().describe('Whether the employee number is stored as theirs now.'),
      }),
    )
    .describe('The people concerned. Those that wait are not changed until it is decided.'),
  state: z.enum(['open', 'decided']),
  decision: ConflictDecision.nullable(),
  chosen: z.string().nullable().describe('External id of the one whose number it is.'),
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  found_at: Instant,
});
export type DirectoryConflict = z.infer<typeof DirectoryConflict>;

export const conflictList = declareList({
  path: '/iam/conflicts',
  summary: 'People whose identity an administrator must decide',
  ...openTo('run_syncs'),
  item: DirectoryConflict,
  filter: {
    connection_id: z.uuid().optional(),
    kind: ConflictKind.optional(),
    state: z.enum(['open', 'decided']).optional(),
    search: Search.optional().describe('Part of the number or id.'),
  },
  sorts: ['found_at', 'value', 'decided_at'],
  usual: '-found_at',
  csv: {
    columns: ['id', 'connection_name', 'kind', 'value', 'state', 'decision', 'decided_by', 'decided_at', 'found_at'],
    audit: 'people.exported',
  },
});

/** A person with unclear data in the source. Stays unchanged until it is clear. */
export const ParkedPerson = z.object({
  connection_id: z.uuid(),
  connection_name: z.string(),
  external_id: z.string(),
  label: z.string(),
  reason: z.string(),
  tries: z.int(),
  next_try_at: Instant.describe('A source that is called is asked for this person again with the first run after it.'),
  first_seen_at: Instant,
  last_seen_at: Instant,
});
export type ParkedPerson = z.infer<typeof ParkedPerson>;

export const parkedList = declareList({
  path: '/iam/parked-people',
  summary: 'People who could not be taken over; run the source with kind=single to try one now',
  ...openTo('run_syncs'),
  item: ParkedPerson,
  filter: { connection_id: z.uuid().optional(), search: Search.optional().describe('Part of name or external id.') },
  sorts: ['last_seen_at', 'label', 'next_try_at'],
  usual: '-last_seen_at',
  csv: {
    columns: ['connection_name', 'external_id', 'label', 'reason', 'tries', 'next_try_at', 'first_seen_at'],
    audit: 'people.exported',
  },
});

/** Maximum number of conflicts decided with one call. */
export const maxConflictsAtOnce = 20_000;

export const conflicts = {
  list: conflictList.page,
  exportCsv: conflictList.csv,
  parked: parkedList.page,
  exportParkedCsv: parkedList.csv,
  get: endpoint({
    method: 'GET',
    path: '/iam/conflicts/:id',
    summary: 'One conflict',
    ...openTo('run_syncs'),
    audit: { none: 'read-only' },
    params: ById,
    response: DirectoryConflict,
    errors: ['not_found'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/iam/conflicts/:id/decide',
    summary: 'Decide the identity of a person; it takes effect with the next run of the source',
    ...openTo('run_syncs'),
    audit: 'directory_conflict.decided',
    changes: ['conflicts'],
    params: ById,
    body: z.strictObject({
      decision: ConflictDecision,
      chosen: storableText(500).min(1).optional().describe('For is_this_one: the external id.'),
      reason: Reason,
    }),
    response: DirectoryConflict,
    errors: ['not_found', 'conflict'],
  }),
  decideMany: endpoint({
    method: 'POST',
    path: '/iam/conflicts/decide-many',
    summary: 'Decide conflicts of one kind alike: all of them or none; it takes effect with the next run of the source',
    ...openTo('run_syncs'),
    audit: { each: 'directory_conflict.decided' },
    changes: ['conflicts'],
    body: z.strictObject({
      connection_id: z.uuid(),
      kind: ConflictKind,
      decision: ConflictDecision.exclude(['is_this_one']),
      ids: z.array(z.uuid()).min(1).max(1_000).optional().describe('Without it, all that are open.'),
      expected: z
        .int()
        .min(1)
        .max(maxConflictsAtOnce)
        .describe('How many they were when the decision was made. If they are not, nothing is decided.'),
      reason: Reason,
    }),
    response: z.object({
      decided: z.int(),
      decided_at: Instant.describe('Identifies this decision, e.g. to take it back.'),
    }),
    errors: ['not_found', 'conflict', 'confirmation_needed'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/iam/conflicts/take-back',
    summary: 'Take back what was decided about numbers at one moment, as long as the source has not been read since',
    ...openTo('run_syncs'),
    audit: { each: 'directory_conflict.taken_back' },
    changes: ['conflicts'],
    body: z.strictObject({ connection_id: z.uuid(), decided_at: Instant }),
    response: z.object({ reopened: z.int() }),
    errors: ['not_found', 'conflict'],
  }),
};
