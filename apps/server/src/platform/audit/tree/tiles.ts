import { sql } from 'kysely';
import type { Db, Tx } from '../../deps';
import { howToRun } from '../../how-to-run';
import { type Hash, hashNodes, type ReadNode } from './merkle';

/** A tile has the hashes of up to 64 complete subtrees of one height, so that a proof reads few rows. */
const tileHeight = 6;
const tileHashes = 2 ** tileHeight;
const hashBytes = 32;

/** Reads nodes from stored tiles, each tile once. */
export function storedNodes(db: Db): ReadNode {
  const tiles = new Map<string, Promise<Buffer>>();
  const tileAt = (level: number, index: number) => {
    const name = `${level} ${index}`;
    const known = tiles.get(name) ?? findTile(db, level, index).then((tile) => tile ?? Buffer.alloc(0));
    tiles.set(name, known);
    return known;
  };
  return async (level, index) => {
    const tileLevel = Math.floor(level / tileHeight);
    const count = 2 ** (level % tileHeight);
    const first = index * count;
    const tile = await tileAt(tileLevel, Math.floor(first / tileHashes));
    const hashes = hashesOf(tile).slice(first % tileHashes, (first % tileHashes) + count);
    if (hashes.length < count)
      throw new AuditTreeBroken(`The tree of the audit log lacks node ${index} of level ${level}`);
    return fold(hashes);
  };
}

const hashesOf = (tile: Buffer): Hash[] =>
  Array.from({ length: Math.floor(tile.length / hashBytes) }, (_, n) =>
    tile.subarray(n * hashBytes, (n + 1) * hashBytes),
  );

/** Of as many hashes as a power of two. */
function fold(hashes: Hash[]): Hash {
  let row = hashes;
  while (row.length > 1) row = pairs(row);
  const [root] = row;
  if (!root) throw new Error('There is nothing to hash.');
  return root;
}

const pairs = (row: readonly Hash[]): Hash[] =>
  Array.from({ length: row.length / 2 }, (_, n) => hashNodes(row[2 * n] as Hash, row[2 * n + 1] as Hash)); // it is even

/** Appends leaves to a tree of this size, and above them the roots of the tiles that are full. */
export async function appendLeaves(tx: Tx, size: number, leaves: readonly Hash[]): Promise<void> {
  let [first, hashes] = [size, leaves];
  for (let level = 0; hashes.length > 0; level++) {
    const roots: Hash[] = [];
    const firstTile = Math.floor(first / tileHashes);
    const before = first % tileHashes === 0 ? Buffer.alloc(0) : await findTile(tx, level, firstTile);
    if (before?.length !== (first % tileHashes) * hashBytes) {
      throw new AuditTreeBroken(`The tree of the audit log has another tile ${firstTile} of level ${level}`);
    }
    const all = Buffer.concat([before, ...hashes]);
    for (let n = 0; n * tileHashes * hashBytes < all.length; n++) {
      const tile = all.subarray(n * tileHashes * hashBytes, (n + 1) * tileHashes * hashBytes);
      await writeTile(tx, { level, index: firstTile + n, hashes: tile });
      if (tile.length === tileHashes * hashBytes) roots.push(fold(hashesOf(tile)));
    }
    [first, hashes] = [firstTile, roots];
  }
}

type Tile = { level: number; index: number; hashes: Buffer };

async function writeTile(tx: Tx, { level, index, hashes }: Tile): Promise<void> {
  await sql`insert into audit_tree_tile (level, index, hashes) values (${level}, ${index}, ${hashes})
    on conflict (level, index) do update set hashes = excluded.hashes`.execute(tx);
}

async function findTile(db: Db, level: number, index: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('audit_tree_tile')
    .select('hashes')
    .where('level', '=', level)
    .where('index', '=', String(index))
    .executeTakeFirst();
  return row && Buffer.from(row.hashes);
}

/** The leaves from `first` up to, without, `end`, as they are stored. */
export async function listLeaves(db: Db, first: number, end: number): Promise<Map<number, Hash>> {
  const rows = await db
    .selectFrom('audit_tree_tile')
    .select(['index', 'hashes'])
    .where('level', '=', 0)
    .where('index', '>=', String(Math.floor(first / tileHashes)))
    .where('index', '<=', String(Math.floor((end - 1) / tileHashes)))
    .execute();
  return new Map(
    rows.flatMap(({ index, hashes }) =>
      hashesOf(Buffer.from(hashes)).map((hash, n): [number, Hash] => [Number(index) * tileHashes + n, hash]),
    ),
  );
}

/** The tree is not what its signed head says: nothing is added to it, nor proved by it. */
export class AuditTreeBroken extends Error {
  override name = 'AuditTreeBroken';
  constructor(what: string) {
    super(`${what}. Run: ${howToRun('audit:verify')}`);
  }
}
