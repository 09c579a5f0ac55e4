import { sql } from 'kysely';
import type { Db, Deps, Tx } from '../../deps';
import { hashEvent, isSigned, type SealedEvent } from '../audit-inspection';
import { findHead, listSealed, lockChain } from '../audit-rows';
import { absentLeaf, headKey, isHeadSigned, leafOf, publicKeyOf, type SignedHead, signHead } from './head';
import { rootOf } from './merkle';
import { AuditTreeBroken, appendLeaves, storedNodes } from './tiles';

type TreeDeps = Pick<Deps, 'db' | 'auditKey'>;

const batchRows = 2_000;

/**
 * Takes the sealed events that the tree does not have yet, in batches, and signs its new head. The sealer does so after each seal; after an
 * upgrade the whole log is taken.
 * @throws AuditTreeBroken
 */
export async function growTree(deps: TreeDeps, isStopping = () => false): Promise<void> {
  while (await isBehind(deps.db)) {
    if (isStopping()) return;
    await deps.db.transaction().execute((tx) => takeBatch(tx, deps.auditKey));
  }
}

async function isBehind(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_behind: boolean }>`
    select coalesce((select seq from audit_head), 0) > coalesce((select size from audit_tree_head), 0) as is_behind`.execute(
    db,
  );
  return rows[0]?.is_behind === true;
}

async function takeBatch(tx: Tx, key: Buffer): Promise<void> {
  await lockChain(tx);
  const size = (await findSoundHead(tx, key))?.size ?? 0;
  const end = Math.min(Number((await findHead(tx))?.seq ?? 0), size + batchRows);
  if (end <= size) return; // another process was first
  const events = new Map<number, SealedEvent>();
  for (const event of await listSealed(tx, BigInt(size) + 1n, BigInt(end))) {
    if (isSealedAs(key, event)) events.set(Number(event.seq), event);
  }
  const leaves = Array.from({ length: end - size }, (_, n) => {
    const position = size + n + 1;
    const event = events.get(position);
    return event ? leafOf(event) : absentLeaf(position);
  });
  await appendLeaves(tx, size, leaves);
  const root = await rootOf(storedNodes(tx), end);
  await writeTreeHead(tx, signHead(headKey(key), { size: end, root, at: new Date().toISOString() }));
}

/** As the chain has it: an event that was changed before the tree took it does not become part of it. */
const isSealedAs = (key: Buffer, event: SealedEvent) =>
  event.hash === hashEvent(key, event.prev_hash ?? '', event) && (event.mac === null || isSigned(key, event));

/** The head of the tree, once its signature and the stored nodes below it fit. @throws AuditTreeBroken */
export async function findSoundHead(db: Db, key: Buffer): Promise<SignedHead | undefined> {
  const head = await findTreeHead(db);
  if (!head) return undefined;
  if (!isHeadSigned(publicKeyOf(headKey(key)), head)) {
    throw new AuditTreeBroken('The head of the tree of the audit log was changed');
  }
  if (!(await rootOf(storedNodes(db), head.size)).equals(head.root)) {
    throw new AuditTreeBroken('The tree of the audit log is not the one that was signed');
  }
  return head;
}

async function findTreeHead(db: Db): Promise<SignedHead | undefined> {
  const row = await db.selectFrom('audit_tree_head').selectAll().executeTakeFirst();
  if (!row) return undefined;
  const { size, root, at, signature } = row;
  return { size: Number(size), root: Buffer.from(root), at: at.toISOString(), signature: Buffer.from(signature) };
}

async function writeTreeHead(tx: Tx, { size, root, at, signature }: SignedHead): Promise<void> {
  await sql`insert into audit_tree_head (size, root, at, signature) values (${size}, ${root}, ${at}, ${signature})
    on conflict (only_row) do update set size = excluded.size, root = excluded.root, at = excluded.at,
      signature = excluded.signature`.execute(tx);
}

/** The tree is made anew of the log as it stands. Heads signed before show what has become of it. */
export async function forgetTree(tx: Tx): Promise<void> {
  await tx.deleteFrom('audit_tree_head').execute();
  await tx.deleteFrom('audit_tree_tile').execute();
}
