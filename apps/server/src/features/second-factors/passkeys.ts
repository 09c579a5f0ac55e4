import type {
  Passkey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { noteCredentialChange } from './events';
import { challengeMs, createChallenge, type Purpose, takeChallenge } from './passkey-challenges';
import { createFirstCodes } from './recovery-codes';
import type { RelyingParty } from './relying-party';

type PasskeyRow = Selectable<Schema['passkey']>;
type Owner = { id: string; username: string };
type Needed = Pick<Deps, 'db' | 'clock' | 'log'>;

/** EdDSA, ES256 and RS256: all that authenticators use. Without a list the library tries experimental ones of Node. */
const algorithms = [-8, -7, -257];

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  is_backed_up: row.is_backed_up,
});

export const listPasskeys = (db: Db, adminId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkey').selectAll().where('admin_id', '=', adminId).orderBy('created_at').orderBy('id').execute();

/** Discoverable, so that it also signs in without a name. */
export async function creationOptions(
  deps: Needed,
  { id, username }: Owner,
  party: RelyingParty,
  purpose: Purpose,
): Promise<PasskeyCreationOptions> {
  const known = await listPasskeys(deps.db, id);
  const {
    hints: _,
    extensions: __,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Key2XS',
    rpID: party.id,
    userID: bytesOf(id),
    userName: username,
    userDisplayName: username,
    challenge: toBytes(await createChallenge(deps, purpose)),
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  });
  return options as PasskeyCreationOptions; // the library's type lists more than it makes
}

/**
 * @param owner whose passkeys to offer; undefined: whichever the browser has
 * @throws AppError conflict when the owner has none for this address
 */
export async function requestOptions(
  deps: Needed,
  party: RelyingParty,
  purpose: Purpose,
  owner?: string,
): Promise<PasskeyRequestOptions> {
  const known = owner === undefined ? undefined : await listPasskeys(deps.db, owner);
  const here = known?.filter(({ rp_id }) => rp_id === party.id);
  if (here?.length === 0) throw new AppError('conflict', say('signIn.passkeysElsewhere'));
  const {
    hints: _,
    extensions: __,
    ...options
  } = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: toBytes(await createChallenge(deps, purpose)),
    timeout: challengeMs,
    userVerification: 'required',
    ...(here && { allowCredentials: here.map(({ credential_id, transports }) => ({ id: credential_id, transports })) }),
  });
  return options as PasskeyRequestOptions; // likewise
}

const toBytes = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** A new passkey as it was verified, to be stored. */
export type VerifiedPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'transports' | 'rp_id' | 'is_backed_up'
> & { counter: number };

/** Takes the challenge in every case. @returns undefined for an answer that is not right */
export async function verifyRegistration(
  { db, clock, log }: Needed,
  { response: { response, ...credential }, party, purpose }: { response: PasskeyRegistration } & Verification,
): Promise<VerifiedPasskey | undefined> {
  const verified = await verifyRegistrationResponse({
    response: {
      ...credential,
      authenticatorAttachment: undefined,
      response: response as never,
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => takeChallenge(db, clock(), purpose, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserPresence: true,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => refused(log, error));
  if (!verified?.verified) return undefined;
  const { credential: made, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: made.transports ?? [],
    rp_id: party.id,
    is_backed_up: credentialBackedUp,
  };
}

type Verification = { party: RelyingParty; purpose: Purpose };

/** What the library refuses it throws; the reason is for the log only. */
function refused(log: Deps['log'], error: unknown): undefined {
  log.info({ reason: error instanceof Error ? error.message : String(error) }, 'passkey refused');
  return undefined;
}

/** @throws AppError conflict when it is there already */
export async function insertPasskey(
  tx: Tx,
  { clock, newId, secrets }: Pick<Deps, 'clock' | 'newId' | 'secrets'>,
  caller: Caller,
  { owner, name, verified }: { owner: string; name: string; verified: VerifiedPasskey },
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  const row = await tx
    .insertInto('passkey')
    .values({ id: newId(), admin_id: owner, name, ...verified, created_at: clock() })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('conflict', say('signIn.passkeyKnown'));
  const recovery_codes = await createFirstCodes(tx, { secrets }, owner);
  await noteCredentialChange(tx, owner, 'passkey_added');
  const details = { kind: 'passkey', passkey_id: row.id, name };
  await recordEvent(tx, caller, 'second_factor.added', { id: owner, details });
  return { passkey: presentPasskey(row), recovery_codes };
}

/** The owner of a passkey, whether or not its answer was valid. */
export async function findPasskeyOwner(db: Db, { id }: PasskeyAssertion): Promise<string | undefined> {
  const row = await db.selectFrom('passkey').select('admin_id').where('credential_id', '=', id).executeTakeFirst();
  return row?.admin_id;
}

/** A passkey whose answer was right, and the counter that it says. */
export type UsedPasskey = { row: PasskeyRow; counter: number; isBackedUp: boolean };

/**
 * Consumes the challenge in every case. `notePasskeyUse` checks the counter.
 * @param owner undefined: any administrator
 * @returns undefined for an invalid answer, and for the passkey of another administrator
 */
export async function verifyAssertion(
  { db, clock, log }: Needed,
  {
    response: { response, ...credential },
    party,
    purpose,
    owner,
  }: Verification & {
    response: PasskeyAssertion;
    owner: string | undefined;
  },
): Promise<UsedPasskey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .where('rp_id', '=', party.id)
    .$if(owner !== undefined, (q) => q.where('admin_id', '=', owner ?? ''))
    .executeTakeFirst();
  if (!row) return undefined;
  const verified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      authenticatorAttachment: undefined,
      response: { ...response, userHandle: response.userHandle ?? undefined },
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => takeChallenge(db, clock(), purpose, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The library would compare counters before it has verified the signature.
    credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: 0 },
  }).catch((error: unknown) => refused(log, error));
  if (!verified?.verified || !verified.authenticationInfo.userVerified) return undefined;
  const { newCounter: counter, credentialBackedUp: isBackedUp } = verified.authenticationInfo;
  return { row, counter, isBackedUp };
}

/**
 * @returns false when the passkey was deleted, or its counter has not increased: it may have been copied, or an answer replayed.
 *   Passkeys without a counter always send 0.
 */
export async function notePasskeyUse(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { row, counter, isBackedUp }: UsedPasskey,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: clock(), is_backed_up: isBackedUp })
    .where('id', '=', row.id)
    .where((q) => q.or([q('counter', '<', String(counter)), q.and([q('counter', '=', '0'), q.val(counter === 0)])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const hasGoneBack = ({ row, counter }: UsedPasskey): boolean =>
  counter <= Number(row.counter) && !(counter === 0 && Number(row.counter) === 0);
