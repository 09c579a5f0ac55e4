import type { EntraSetupState } from '@key2xs/contract';
import { type InsertObject, type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { type ClaimedJob, isHeld } from '#platform/jobs/job-rows';
import type { Schema } from '#platform/schema/schema';
import { verifySetupJob } from './verify/job-name';

type Table = Schema['entra_setup'];
export type SetupRow = Selectable<Table>;
export type SetupChange = UpdateObject<Schema, 'entra_setup'>;

/** How long a set-up waits for its administrator. */
const openMinutes = 30;
/** How long consent may take to arrive, and Microsoft to be reached. */
const waitMinutes = 5;
const keptDays = 30;

/** States that wait for an administrator; `verifying` and the like proceed by themselves. */
export const waitsForPerson: EntraSetupState[] = ['initiated', 'awaiting_consent', 'ready'];
export const checked: EntraSetupState[] = ['consent_received', 'verifying'];

/** By the database's clock, also in the middle of a transaction. */
const inSeconds = (seconds: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
export const openUntil = (): RawBuilder<Date> => inSeconds(openMinutes * 60);

/** To be checked from now on. */
export const toBeChecked = () => ({
  status: 'consent_received' as const,
  give_up_at: inSeconds(waitMinutes * 60),
  expires_at: openUntil(),
});

export async function insertSetup(tx: Tx, row: InsertObject<Schema, 'entra_setup'>): Promise<void> {
  await tx.insertInto('entra_setup').values(row).execute();
}

/** As it stands at this moment: one whose time is over has expired, also before that is written down. */
const present = (db: Db) =>
  db
    .selectFrom('entra_setup')
    .selectAll()
    .select(({ eb, and }) =>
      and([eb('status', 'in', waitsForPerson), eb('expires_at', '<=', sql<Date>`clock_timestamp()`)])
        .$castTo<boolean>()
        .as('is_over'),
    )
    .select((q) =>
      q
        .selectFrom('job')
        .select('job.due_at')
        .where('kind', '=', verifySetupJob)
        .whereRef('key', '=', sql<string>`entra_setup.id::text`)
        .as('due_at'),
    );
/** `due_at`: of the next try of the checks. */
export type PresentSetup = SetupRow & { is_over: boolean; due_at: Date | null };

export const findSetup = (db: Db, id: string): Promise<PresentSetup | undefined> =>
  present(db).where('id', '=', id).executeTakeFirst();

/** Locks it until the transaction ends. */
export const lockSetup = (tx: Tx, id: string): Promise<PresentSetup | undefined> =>
  present(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const lockByState = (tx: Tx, state_hash: Buffer): Promise<PresentSetup | undefined> =>
  present(tx).where('state_hash', '=', state_hash).forUpdate().executeTakeFirst();

export const listOpenSetups = (db: Db, adminId: string): Promise<PresentSetup[]> =>
  present(db)
    .where('admin_id', '=', adminId)
    .where('status', 'in', [...waitsForPerson, ...checked])
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();

export async function changeSetup(tx: Tx, id: string, change: SetupChange): Promise<void> {
  await tx
    .updateTable('entra_setup')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Clears what is not needed after the end. */
export const withoutSecrets = {
  credential_sealed: null,
  credential_kind: null,
  state_sealed: null,
  give_up_at: null,
} as const;

/** The set-up of a job, checked from now on; undefined where there is nothing to check, or another worker has it. */
export const beginChecks = (db: Db, job: ClaimedJob): Promise<SetupRow | undefined> =>
  db
    .updateTable('entra_setup')
    .set({ status: 'verifying' })
    .where('id', '=', job.key)
    .where('status', 'in', checked)
    .where(isHeld(job))
    .returningAll()
    .executeTakeFirst();

/** @returns false when it was cancelled, or another worker has taken it over */
export async function saveChecked(db: Db, job: ClaimedJob, change: SetupChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('entra_setup')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', job.key)
    .where('status', '=', 'verifying')
    .where(isHeld(job))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether it is too late to wait for the consent any longer. */
export async function isGivenUp(db: Db, id: string, inS: number): Promise<boolean> {
  const row = await db
    .selectFrom('entra_setup')
    .select('id')
    .where('id', '=', id)
    .where('give_up_at', '<', inSeconds(inS))
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes down which have expired, and forgets their secrets. @returns how many */
export async function expireSetups(db: Db, message: object): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('entra_setup')
    .set({ ...withoutSecrets, status: 'expired', error_code: 'expired', message: JSON.stringify(message) })
    .where('status', 'in', waitsForPerson)
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Those that ended long ago; the audit log has what they did. */
export async function forgetSetups(db: Db): Promise<void> {
  await db
    .deleteFrom('entra_setup')
    .where('updated_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
}
