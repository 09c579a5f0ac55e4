import type { CylinderSwap, CylinderSwaps } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { getLocation } from '../manage';
import { locationPath, locationsWithin } from '../tree-sql';

const maxSwaps = 100;

/** The swaps in a place and below it, newest first. @throws AppError not_found */
export async function listSwaps(reader: Reader, id: string): Promise<CylinderSwaps> {
  await getLocation(reader, id);
  const found = await readSwaps(reader)
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where(sql<boolean>`location_id in ${locationsWithin(sql`select ${id}::uuid`)}`)
    .orderBy('swapped_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSwaps)
    .execute();
  return { swaps: found.map(({ total: _, ...swap }) => presentSwap(swap)), total: found[0]?.total ?? 0 };
}

/** One that was just made. */
export async function getSwap(reader: Reader, id: string): Promise<CylinderSwap> {
  return presentSwap(await readSwaps(reader).where('id', '=', id).executeTakeFirstOrThrow());
}

const readSwaps = ({ db }: Reader) =>
  db
    .selectFrom('cylinder_swap')
    .select([
      'id',
      'location_id',
      'removed_id',
      'removed_words',
      'installed_id',
      'installed_words',
      'reason',
      'swapped_at',
    ])
    .select(sql<string>`${locationPath('cylinder_swap.location_id')}`.as('location_path'));

type Row = Omit<CylinderSwap, 'removed' | 'installed' | 'swapped_at'> & {
  removed_words: string;
  installed_words: string;
  swapped_at: Date;
};

const presentSwap = ({ removed_words, installed_words, swapped_at, ...swap }: Row): CylinderSwap => ({
  ...swap,
  removed: removed_words,
  installed: installed_words,
  swapped_at: swapped_at.toISOString(),
});
