import { endsInKey, nextRequestState, type RequestEvent } from '@key2xs/domain';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { on, type Subscriber } from '#platform/events/subscriber';
import type { Schema } from '#platform/schema/schema';
import { custodyChanged } from '../key-desk/events';
import { reportKey } from '../key-desk/service';
import { listRulesInForce, planActivated } from '../plans/service';
import { saveChange, stateOf } from './change-request';

type Row = Selectable<Schema['key_request']>;

/** A reserved key that is handed out, released or returned moves its request on, and so does a rule that comes into force. */
export const requestSubscriber = (deps: Deps): Subscriber => ({
  name: 'key-requests',
  handlers: [
    on(custodyChanged, async (tx, { payload: { key_id, happening, actor_name } }) => {
      const event = eventsOf[happening];
      if (!event) return;
      const row = await tx
        .selectFrom('key_request')
        .selectAll()
        .where('reserved_key_id', '=', key_id)
        .where('closed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!row || !endsInKey(row.kind)) return;
      const { rows } = await sql<{ is: boolean }>`
        select person_id = ${row.person_id} as is from key_standing where key_id = ${key_id}`.execute(tx);
      if (event === 'hand_out' && !rows[0]?.is) return;
      const set = event === 'release' ? { reserved_key_id: null, pick_up_by: null } : {};
      await follow(tx, deps, row, { event, actor_name, set });
    }),
    on(planActivated, async (tx, { payload: { key_plan_id } }) => {
      const rules = await listRulesInForce(tx, key_plan_id);
      const rows = await tx
        .selectFrom('key_request')
        .selectAll()
        .where(sql<boolean>`rule_id = any(${rules}::uuid[])`)
        .where('state', '=', 'approved')
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const row of rows) await follow(tx, deps, row, { event: 'apply', actor_name: null, set: {} });
    }),
  ],
});

const eventsOf: Partial<Record<string, 'hand_out' | 'release' | 'end'>> = {
  handed_out: 'hand_out',
  released: 'release',
  returned: 'end',
  transferred: 'end',
};

const happeningOf = { hand_out: 'handed_out', release: 'cancelled', end: 'closed', apply: 'applied' } as const;

type Follow = {
  event: keyof typeof happeningOf;
  actor_name: string | null;
  set: { reserved_key_id?: null; pick_up_by?: null };
};

/** What does not fit the state of the request concerns it no more. */
async function follow(tx: Tx, deps: Deps, row: Row, { event, actor_name, set }: Follow): Promise<void> {
  const next = nextRequestState(stateOf(row), { event } satisfies RequestEvent, row.kind);
  if ('refusal' in next) return;
  const happening = event === 'release' ? 'revoked' : happeningOf[event];
  await saveChange(tx, deps, { row, changed: { state: next.state, happening, note: null, set }, actor_name });
}

const atOnce = 200;

/**
 * Escalates steps whose time is over, which approves nothing; frees keys that were not picked up; and closes what was granted for
 * a time once that is over. @returns how many requests
 */
export async function watchRequests(deps: Deps): Promise<number> {
  const now = deps.clock();
  const caller: Caller = { actor: undefined, name: 'key requests', request_id: null, sign: deps.signEvent };
  const due = await deps.db
    .selectFrom('key_request')
    .select('id')
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`(state = 'ready_for_pickup' and pick_up_by <= ${now}
        or state = 'applied' and coalesce(granted_until, ends_at) <= ${now}
        or state = 'to_complete' and escalated_at is null and due_at <= ${now}
        or state = 'in_approval' and exists (select from key_request_step as step where step.request_id = key_request.id
          and step.position = key_request.step and step.escalated_at is null and step.due_at <= ${now}))`,
    )
    .orderBy('asked_at')
    .limit(atOnce)
    .execute();
  for (const { id } of due) await deps.db.transaction().execute((tx) => runDue(tx, { deps, caller, now }, id));
  return due.length;
}

type Due = { deps: Deps; caller: Caller; now: Date };

async function runDue(tx: Tx, { deps, caller, now }: Due, id: string): Promise<void> {
  const row = await tx
    .selectFrom('key_request')
    .selectAll()
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return;
  const move = async (event: 'escalate' | 'expire' | 'end', happening: 'escalated' | 'expired' | 'closed') => {
    const next = nextRequestState(stateOf(row), { event }, row.kind);
    if ('refusal' in next) return;
    const changed = { state: next.state, happening, note: null };
    await saveChange(tx, deps, { row, changed, actor_name: null });
    await recordEvent(tx, caller, 'key_request.changed', { id, details: { event } });
  };
  if (row.state === 'to_complete') {
    await tx.updateTable('key_request').set({ escalated_at: now }).where('id', '=', id).execute();
    return move('escalate', 'escalated');
  }
  if (row.state === 'in_approval') {
    await tx
      .updateTable('key_request_step')
      .set({ escalated_at: now })
      .where('request_id', '=', id)
      .where('position', '=', row.step)
      .execute();
    return move('escalate', 'escalated');
  }
  if (row.state === 'ready_for_pickup') {
    await move('expire', 'expired');
    if (row.reserved_key_id === null) return;
    const one = { deps, caller, id: row.reserved_key_id, expectedVersion: undefined };
    await reportKey(tx, one, { report: 'release', with_holder: false, reason: 'Not picked up' });
    return;
  }
  if (row.state === 'applied') return move('end', 'closed');
}
