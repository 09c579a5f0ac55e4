import type { RuleObject } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Caller, Tx } from '#platform/deps';
import { listDifferences } from './differences';
import { nextVersion, settleEqual } from './keep-versions';

type Renaming = { from: RuleObject; into: RuleObject };

/**
 * Lets what is in force name one thing instead of another that goes, where the draft of the plan waits: a place that becomes
 * part of another takes effect at once, whatever the draft says. The drafts are written before.
 */
export async function renameInForce(tx: Tx, by: Pick<Caller, 'name'>, { from, into }: Renaming): Promise<void> {
  const { rows } = await sql<{ keyplan_id: string; ids: string[] }>`
    select keyplan_id, array_agg(record_id::text) as ids from key_plan_part
    where until is null and kind = 'rule' and content -> 'objects' @> ${JSON.stringify([from])}::jsonb
    group by keyplan_id`.execute(tx);
  for (const { keyplan_id, ids } of rows) {
    const changes = { rules: { added: 0, changed: ids.length, removed: 0 } };
    const number = await nextVersion(tx, keyplan_id, { cause: 'settings', by, changes });
    await sql`
      with ended as (
        update key_plan_part set until = ${number}
        where keyplan_id = ${keyplan_id} and until is null and record_id = any(${ids}::uuid[])
        returning *)
      insert into key_plan_part (keyplan_id, kind, record_id, since, record_version, changed_at, changed_by, content)
      select keyplan_id, kind, record_id, ${number}, record_version, changed_at, changed_by,
        jsonb_set(content, '{objects}', (
          select jsonb_agg(object order by object ->> 'object_type', object ->> 'object_identifier') from (
            select distinct case when object @> ${JSON.stringify(from)}::jsonb then ${JSON.stringify(into)}::jsonb else object end as object
            from jsonb_array_elements(content -> 'objects') as object) as named))
      from ended`.execute(tx);
    await settleEqual(tx, keyplan_id, await listDifferences(tx, keyplan_id, ids));
  }
}
