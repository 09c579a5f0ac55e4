import { createHash } from 'node:crypto';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import type { Actor, Db, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { findSetup, lockSetup, type PresentSetup, type SetupRow } from './queries';

/** In the words of the specification, also for what is another administrator's. */
export const noSession = () => new AppError('not_found', say('entraSession.notFound'));

const isId = (text: string) => z.uuid().safeParse(text).success;

/** @throws AppError not_found */
export async function getSetup(db: Db, actor: Actor, session: string): Promise<PresentSetup> {
  return mine(actor, isId(session) ? await findSetup(db, session) : undefined);
}

/** The same for one who reads it. @throws AppError not_found */
export async function getShownSetup({ db, viewer }: Reader, actor: Actor, session: string): Promise<PresentSetup> {
  if (!sees(viewer, 'source_setups')) throw noSession();
  return getSetup(db, actor, session);
}

/** The same, held until the transaction ends. @throws AppError not_found */
export async function holdSetup(tx: Tx, actor: Actor, session: string): Promise<PresentSetup> {
  return mine(actor, isId(session) ? await lockSetup(tx, session) : undefined);
}

function mine(actor: Actor, row: PresentSetup | undefined): PresentSetup {
  if (row?.admin_id !== actor.id) throw noSession();
  return row;
}

/** @throws AppError not_found once its time is over; conflict in any other state than these */
export function requireStatus(row: PresentSetup, ...allowed: SetupRow['status'][]): void {
  if (row.is_over || row.status === 'expired') throw noSession();
  if (!allowed.includes(row.status))
    throw new AppError('conflict', say('entraSession.notNow', { status: row.message }));
}

export const hashState = (state: string): Buffer => createHash('sha256').update(state).digest();
