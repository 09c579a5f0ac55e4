import type { Tx } from '#platform/deps';

/** Rules and profiles, before the plan: whoever edits one holds it before the plan too, so nobody waits in a circle. */
export async function holdContent(tx: Tx, id: string): Promise<void> {
  for (const table of ['access_rule', 'access_profile'] as const) {
    await tx.selectFrom(table).select('id').where('keyplan_id', '=', id).orderBy('id').forUpdate().execute();
  }
}
