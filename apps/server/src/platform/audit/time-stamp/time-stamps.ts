import { sql } from 'kysely';
import type { Db, Tx } from '../../deps';
import type { SignedHead } from '../tree/head';

/** A head of the tree with the token of an authority that it existed then. */
export type StampedHead = SignedHead & { token: Buffer; stampedAt: Date; authority: string };

/** The newest; undefined before the first. */
export async function findNewestStamp(db: Db): Promise<StampedHead | undefined> {
  return present(await stamps(db).orderBy('size', 'desc').limit(1).executeTakeFirst());
}

/** The earliest that covers all entries up to this position, else the newest. */
export async function findStampOf(db: Db, position: number): Promise<StampedHead | undefined> {
  const covering = stamps(db).where(sql<boolean>`size >= ${position}`).orderBy('size').limit(1);
  return present(await covering.executeTakeFirst()) ?? findNewestStamp(db);
}

/** Sizes and roots of all stamped heads, the smallest first. */
export async function listStamped(db: Db): Promise<{ size: number; root: Buffer }[]> {
  const rows = await db.selectFrom('audit_time_stamp').select(['size', 'root']).orderBy('size').execute();
  return rows.map(({ size, root }) => ({ size: Number(size), root: Buffer.from(root) }));
}

/** Keeps a stamp; one of the same head that another process got first stays. */
export async function addStamp(tx: Tx, { size, root, at, signature, token, ...stamp }: StampedHead): Promise<void> {
  const { stampedAt, authority } = stamp;
  await sql`insert into audit_time_stamp (size, root, at, signature, token, stamped_at, authority)
    values (${size}, ${root}, ${at}, ${signature}, ${token}, ${stampedAt}, ${authority})
    on conflict (size) do nothing`.execute(tx);
}

/** A log that was accepted as it stands begins a new tree, of which former stamps prove nothing. */
export async function forgetStamps(tx: Tx): Promise<void> {
  await tx.deleteFrom('audit_time_stamp').execute();
}

const stamps = (db: Db) => db.selectFrom('audit_time_stamp').selectAll();

type Row = Awaited<ReturnType<ReturnType<typeof stamps>['executeTakeFirstOrThrow']>>;

const present = (row: Row | undefined): StampedHead | undefined =>
  row && {
    size: Number(row.size),
    root: Buffer.from(row.root),
    at: row.at.toISOString(),
    signature: Buffer.from(row.signature),
    token: Buffer.from(row.token),
    stampedAt: row.stamped_at,
    authority: row.authority,
  };
