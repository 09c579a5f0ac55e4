import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../deps';

/** What is said once: a kind of notice about a subject, and what makes it a new one, such as a number of days. */
export type Notice = { notice: string; subject: string; discriminator: string };

/** A statement that answers a row where the notice was not given before, to be part of the one that gives it. */
export const insertOnce = ({ notice, subject, discriminator }: Notice): RawBuilder<unknown> => sql`
  insert into noticed (notice, subject, discriminator) values (${notice}, ${subject}, ${discriminator})
  on conflict do nothing returning true`;

/** Remembers that a notice was given. @returns false where it was given before */
export const noteOnce = async (tx: Tx, notice: Notice): Promise<boolean> =>
  (await insertOnce(notice).execute(tx)).rows.length > 0;

/** Remembers which notices an administrator has seen. */
export async function noteSeen(db: Db, admin_id: string, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  await db
    .insertInto('noticed')
    .values(notices.map((notice) => ({ ...notice, admin_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns for a subject and a discriminator, whether the administrator has seen that notice */
export async function readSeen(db: Db, admin_id: string, notice: string) {
  const rows = await db
    .selectFrom('noticed')
    .select(['subject', 'discriminator'])
    .where('admin_id', '=', admin_id)
    .where('notice', '=', notice)
    .execute();
  const seen = new Set(rows.map(({ subject, discriminator }) => `${subject} ${discriminator}`));
  return (subject: string, discriminator: string | number): boolean => seen.has(`${subject} ${discriminator}`);
}

const retentionDays = 730;

/** Deletes notices of more than two years ago: by then what they were about has long ended. */
export async function forgetNoticed(db: Db): Promise<void> {
  await db.deleteFrom('noticed').where('at', '<', sql<Date>`now() - make_interval(days => ${retentionDays})`).execute();
}
