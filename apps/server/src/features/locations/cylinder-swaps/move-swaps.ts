import type { Tx } from '#platform/deps';

/** The history of a place that goes comes to the one that takes its part. */
export async function moveSwaps(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await tx.updateTable('cylinder_swap').set({ location_id: into }).where('location_id', '=', from).execute();
}
