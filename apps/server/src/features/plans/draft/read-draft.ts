import type { WaitingChange } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { compareContents, loadSide } from '../content/sides';
import { getKeyPlan } from '../settings/get-plan';
import { undoOf } from './undo-edits';

/** What waits in a draft, by name. @throws AppError not_found */
export async function readDraft(reader: Reader, keyplanId: string): Promise<WaitingChange[]> {
  const { db } = reader;
  const plan = await getKeyPlan(reader, keyplanId);
  const [inForce, draft] = [await loadSide(db, plan, 'in_force'), await loadSide(db, plan, 'draft')];
  const { rules, profiles } = compareContents(inForce, draft);
  const ids = [...rules, ...profiles].map(({ id }) => id);
  const edited = await listEditors(db, keyplanId, ids);
  const takeBack = await undoOf(reader, rules);
  const editOf = (id: string) => {
    const { by = null, at = null } = edited.get(id) ?? {};
    return { edited_by: by, edited_at: at?.toISOString() ?? null };
  };
  return [
    ...rules.map(({ id }, i): WaitingChange => {
      return { kind: 'rule', record_id: id, ...editOf(id), take_back: takeBack[i] ?? null };
    }),
    ...profiles.map(({ id }): WaitingChange => ({ kind: 'profile', record_id: id, ...editOf(id), take_back: null })),
  ];
}

type Edited = { id: string; by: string; at: Date };

/** Who edited records last. Of a rule that is there the rule says it, of others the audit log. */
async function listEditors(db: Db, keyplanId: string, ids: readonly string[]): Promise<Map<string, Edited>> {
  if (ids.length === 0) return new Map();
  const first = await firstEventSince(db, keyplanId);
  const { rows } = await sql<Edited>`
    select distinct on (id) id::text, by, at from (
      select id, updated_by as by, updated_at as at, true as is_there from access_rule where id = any(${[...ids]}::uuid[])
      union all
      select target_id::uuid, actor_name, at, false from audit_event
      where id >= ${first} and target_type in ('access_rule', 'access_profile') and target_id = any(${[...ids]})
      union all
      select (rule ->> 'id')::uuid, actor_name, at, false from audit_event, jsonb_array_elements(details -> 'rules') as rule
      where id >= ${first} and action = 'key_plan.draft_edited' and target_id = ${keyplanId}
      union all
      select record.id, actor_name, at, false from audit_event, unnest(${[...ids]}::uuid[]) as record(id)
      where audit_event.id >= ${first} and action = 'key_plan.version_restored' and target_id = ${keyplanId}
    ) as edited
    where id = any(${[...ids]}::uuid[])
    order by id, is_there desc, at desc`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const skewMs = 60_000; // between the clocks of server and database

/** What waits was edited after everything came into force, so only events from then on are looked at: their ids are in order. */
async function firstEventSince(db: Db, keyplanId: string): Promise<string> {
  const { at } = await db
    .selectFrom('key_plan_version')
    .select((q) => q.fn.max('at').as('at'))
    .where('keyplan_id', '=', keyplanId)
    .where('cause', '<>', 'settings')
    .executeTakeFirstOrThrow();
  const ms = Math.max((at?.getTime() ?? 0) - skewMs, 0)
    .toString(16)
    .padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
