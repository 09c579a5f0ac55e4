import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { listOf, pagingFields } from '../../api/paging';
import { openTo } from '../../api/roles';
import { ById, Instant } from '../../fields/common';
import { oneOf } from '../../fields/one-of';

export const sourceEventKinds = {
  'connection.created': { is: 'the connection was added' },
  'connection.updated': { is: 'name, contact, configuration or timetable were changed' },
  'connection.activated': { is: 'it was switched on' },
  'connection.deactivated': { is: 'it was switched off' },
  'mapping.changed': { is: 'which attribute feeds which field' },
  'consent.granted': { is: 'an administrator of the source permitted Key2XS to read it' },
  'consent.denied': { is: 'an administrator of the source did not' },
  'credential.added': { is: 'a secret or certificate was stored' },
  'credential.rotated': { is: 'another secret or certificate is used from now on' },
  'credential.expiring': { is: 'it ends in 60, 30, 14, 7 or 1 days' },
  'credential.expired': { is: 'it has ended' },
  'credential.removed': { is: 'it was deleted here' },
  'run.started': { is: 'a run began' },
  'run.finished': { is: 'a run ended' },
  'run.failed': { is: 'a run ended without a result' },
  'run.cancelled': { is: 'a person ended a run before it wrote anything' },
  'guard.tripped': { is: 'a run was stopped before anything changed' },
  'guard.allowed': { is: 'a person let stopped changes pass' },
  'guard.discarded': { is: 'a person threw stopped changes away' },
  'conflict.opened': { is: 'two people, or two sources, claim the same' },
  'conflict.resolved': { is: 'a person decided about it' },
  'rename.found': { is: 'a department or job title seems to be renamed' },
  'rename.decided': { is: 'a person decided about it' },
  'webhook.created': { is: 'the source tells of changes from now on' },
  'webhook.renewed': { is: 'it goes on telling' },
  'webhook.failed': { is: 'it cannot be asked to tell, or stopped telling' },
  'webhook.removed': { is: 'it tells no longer, as we wished' },
  'webhook.silent': { is: 'it did not tell of changes that a run found' },
  'webhook.refused': { is: 'a request to its address did not come from the source' },
  throttled: { is: 'the source asked for a pause' },
} as const;
export const SourceEventKind = oneOf(sourceEventKinds, 'What happened.');
export type SourceEventKind = z.infer<typeof SourceEventKind>;

export const SourceEvent = z.object({
  id: z.string(),
  kind: SourceEventKind,
  at: Instant,
  message: z.string().describe('What happened, in a sentence.'),
  actor: z.string().nullable().describe('Who did it; null for the product itself.'),
  source_ip: z.string().nullable().describe('From where it was done, where that is known.'),
  task_id: z.uuid().nullable(),
  change_set_id: z.uuid().nullable(),
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .describe('Of a mapping that was changed.'),
});
export type SourceEvent = z.infer<typeof SourceEvent>;

export const sourceEvents = {
  list: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/events',
    summary: 'What happened to an identity source, the newest first; 50 unless limit says otherwise',
    ...openTo('manage_sources'),
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject(pagingFields),
    response: listOf(SourceEvent).extend({ events: z.array(SourceEvent).default([]).describe('The same as items.') }),
    errors: ['not_found'],
  }),
};
