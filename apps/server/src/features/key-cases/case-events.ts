import type { KeyCase, KeyCaseEntry, LossReport } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';

type Clock = Pick<Deps, 'clock' | 'newId'>;

type Entry = {
  case_id: string;
  happening: KeyCaseEntry['happening'];
  /** Null: the product. */
  actor_name: string | null;
  note?: string | null;
  doors?: number;
  decision?: KeyCaseEntry['decision'];
  reminded?: KeyCaseEntry['reminded'];
};

export async function addEntry(tx: Tx, { clock, newId }: Clock, entry: Entry): Promise<void> {
  await tx
    .insertInto('key_case_entry')
    .values({ id: newId(), at: clock(), note: null, doors: null, decision: null, reminded: null, ...entry })
    .execute();
}

type Begun = {
  key_id: string;
  kind: KeyCase['kind'];
  report?: LossReport | null;
  due_at?: string | null;
  note: string | null;
  actor_name: string | null;
};

/** Begins a case of a key that has none open, about whom it is with. @returns its id; null where one is open */
export async function beginCase(
  tx: Tx,
  deps: Clock,
  { key_id, kind, report = null, due_at = null, note, actor_name }: Begun,
): Promise<string | null> {
  const id = deps.newId();
  const { rows } = await sql`
    insert into key_case (id, kind, key_id, person_id, holder_identity, report, due_at, opened_at, opened_by)
    select ${id}::uuid, ${kind}, key_id, person_id, case when person_id is null then holder_identity end,
      ${report && JSON.stringify(report)}::jsonb, ${due_at}::timestamptz, ${deps.clock()}::timestamptz, ${actor_name}
    from key_standing where key_id = ${key_id}
    on conflict (key_id) where closed_at is null do nothing returning id`.execute(tx);
  if (rows.length === 0) return null;
  await addEntry(tx, deps, { case_id: id, happening: 'opened', note, actor_name });
  return id;
}

type Ended = { id: string; outcome: NonNullable<KeyCase['outcome']>; note: string | null; actor_name: string | null };

export async function endCase(tx: Tx, deps: Clock, { id, outcome, note, actor_name }: Ended): Promise<void> {
  await tx
    .updateTable('key_case')
    .set((q) => ({ outcome, closed_at: deps.clock(), closed_by: actor_name, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
  await addEntry(tx, deps, { case_id: id, happening: 'closed', note, actor_name });
}
