import type { Tx } from '#platform/deps';

/** Locks rules and profiles before the plan, as editing one does, to avoid deadlocks. */
export async function holdContent(tx: Tx, id: string): Promise<void> {
  for (const table of ['access_rule', 'access_profile'] as const) {
    await tx.selectFrom(table).select('id').where('keyplan_id', '=', id).orderBy('id').forUpdate().execute();
  }
}
