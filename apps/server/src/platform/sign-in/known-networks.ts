import type { Db, Deps, Tx } from '../deps';
import { clientNetwork } from '../network/address-rules';
import { foldUsername } from './fold-username';
import type { SignInState } from './sign-in-state';

/** The username as typed, known or not, and the client's address. */
export type Attempt = { username: string; address: string };

const keptMs = 90 * 24 * 3_600_000;

/** The key under which attempts of an account from a network are counted and remembered. */
export const pairOf = ({ subjectOf }: SignInState, { username, address }: Attempt): string =>
  subjectOf('pair', foldUsername(username), clientNetwork(address));

/** Whether the administrator of this name has signed in from this network within the last 90 days. */
export async function isKnownNetwork(db: Db, pair: string, now: Date): Promise<boolean> {
  const known = await db
    .selectFrom('known_network')
    .select('subject')
    .where('subject', '=', pair)
    .where('used_at', '>', new Date(now.getTime() - keptMs))
    .executeTakeFirst();
  return known !== undefined;
}

/** Call after a correct password. Forgets networks that this administrator has not used for 90 days. */
export async function rememberNetwork(
  tx: Tx,
  { clock, signIns }: Pick<Deps, 'clock' | 'signIns'>,
  { admin_id, attempt }: { admin_id: string; attempt: Attempt },
): Promise<void> {
  const used_at = clock();
  await tx
    .deleteFrom('known_network')
    .where('admin_id', '=', admin_id)
    .where('used_at', '<=', new Date(used_at.getTime() - keptMs))
    .execute();
  await tx
    .insertInto('known_network')
    .values({ subject: pairOf(signIns, attempt), admin_id, used_at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ used_at }))
    .execute();
}

/** Versions change with every update of a browser; what else it says stays. */
const withoutVersions = (userAgent: string): string => userAgent.replaceAll(/[\d._]+/g, '');

/**
 * Remembers the browser, and says whether it or the network is new for this administrator. Nothing is new at the first sign-in. Call
 * it before `rememberNetwork`.
 */
export async function noteDevice(
  tx: Tx,
  { clock, signIns }: Pick<Deps, 'clock' | 'signIns'>,
  { admin_id, attempt, userAgent = '' }: { admin_id: string; attempt: Attempt; userAgent: string | undefined },
): Promise<boolean> {
  const used_at = clock();
  const ended = new Date(used_at.getTime() - keptMs);
  const subject = signIns.subjectOf('device', admin_id, withoutVersions(userAgent));
  await tx.deleteFrom('known_device').where('admin_id', '=', admin_id).where('used_at', '<=', ended).execute();
  const of = (table: 'known_network' | 'known_device') =>
    tx.selectFrom(table).select('subject').where('admin_id', '=', admin_id).execute();
  const [networks, devices] = [await of('known_network'), await of('known_device')];
  await tx
    .insertInto('known_device')
    .values({ subject, admin_id, used_at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ used_at }))
    .execute();
  const isNewNetwork = networks.length > 0 && !(await isKnownNetwork(tx, pairOf(signIns, attempt), used_at));
  const isNewDevice = devices.length > 0 && !devices.some((known) => known.subject === subject);
  return isNewNetwork || isNewDevice;
}
