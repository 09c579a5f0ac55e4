import { sql } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { on, type Subscriber } from '#platform/events/subscriber';
import { asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { taskEnded } from '../tasks/events';
import { endCasesOfLeavers, followMoves } from './mover-cases';
import { restoreValidity } from './secure-key';

type LeaverDeps = Pick<Deps, 'clock' | 'newId' | 'signEvent'>;

/** In which a key is to be collected. */
const returnWithinDays = 7;

/** Opens cases after each run of a directory, and ends those that are no longer due. */
export const returnCaseSubscriber = (deps: LeaverDeps): Subscriber => ({
  name: 'key-return-cases',
  handlers: [
    on(taskEnded, async (tx, { payload: { kind, subject_id, dry_run, error } }) => {
      if (kind !== 'directory' || dry_run) return;
      await endCasesOfLeavers(tx, deps); // a key has one open case
      await keepReturnCases(tx, deps);
      // After half a run, people may be without groups that the other half gives back.
      if (error === null) await followMoves(tx, deps, subject_id);
    }),
  ],
});

/** A case for each key that someone who has left still has; none for those who have come back, or whose key is with others. */
export async function keepReturnCases(tx: Tx, deps: LeaverDeps): Promise<void> {
  const { clock, signEvent } = deps;
  const now = clock();
  const product = asProduct(tx); // leavers, regardless of the reader
  const caller: Caller = { actor: undefined, name: 'key cases', request_id: null, sign: signEvent };
  const { rows: opened } = await sql<{ id: string; key_id: string; marking: string }>`
    with opened as (
      insert into key_case (id, kind, key_id, person_id, due_at, opened_at)
      select gen_random_uuid(), 'return', key.id, leaver.id, ${now}::timestamptz + make_interval(days => ${returnWithinDays}), ${now}
      from ${keysOf(product)} join key_standing as standing on standing.key_id = key.id and standing.state = 'handed_out'
      join ${peopleOf(product, 'leaver')} on leaver.id = standing.person_id and leaver.state = 'left'
      where key.deleted_at is null order by key.id
      on conflict (key_id) where closed_at is null do nothing returning id, key_id),
    noted as (
      insert into key_case_entry (id, case_id, at, happening) select gen_random_uuid(), id, ${now}, 'opened' from opened)
    select opened.id, key_id, key.marking from opened join ${keysOf(product)} on key.id = opened.key_id`.execute(tx);
  const details = ({ id, key_id, marking }: (typeof opened)[number]) => ({
    id,
    details: { marking, kind: 'return', key_id },
  });
  await recordEvents(tx, caller, 'key_case.opened', opened.map(details));
  const { rows: ended } = await sql<{ id: string; outcome: string }>`
    with ended as (
      update key_case as one set closed_at = ${now}, outcome = due.outcome, version = version + 1
      from (
        select key_case.id, case when standing.person_id = key_case.person_id then 'kept' else 'returned' end as outcome
        from key_case join key_standing as standing on standing.key_id = key_case.key_id
        left join ${peopleOf(product, 'holder')} on holder.id = key_case.person_id
        where kind = 'return' and closed_at is null and standing.state in ('handed_out', 'in_stock', 'reserved')
          and (standing.person_id is distinct from key_case.person_id or holder.active)
      ) as due
      where one.id = due.id returning one.id, one.outcome),
    noted as (
      insert into key_case_entry (id, case_id, at, happening) select gen_random_uuid(), id, ${now}, 'closed' from ended)
    select id, outcome from ended`.execute(tx);
  for (const { id } of ended) await restoreValidity(tx, { deps, caller }, { case_id: id, reason: null });
  await recordEvents(
    tx,
    caller,
    'key_case.closed',
    ended.map(({ id, outcome }) => ({ id, details: { outcome } })),
  );
}
