import { createHash } from 'node:crypto';
import { type Endpoint, isCreating } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor, Claim, Db, Deps, Tx } from '../deps';
import { AppError } from '../errors';

type IdempotentRequest = {
  endpoint: Endpoint;
  request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>;
  actor: Actor | undefined;
  /** Hash of the body's content, whatever its encoding. */
  contentHash: () => string;
};

const keptHours = 24;
const maxKeyLength = 200;
/** A try that has not renewed its claim for this long is dead. */
const leaseSeconds = 60;
const renewEveryMs = 20_000;
const retrySeconds = 2;

/**
 * Runs a creating request once per administrator and Idempotency-Key. A repeat gets the stored answer; it is refused
 * while the first try runs, as is another request under the same key. A failure frees the key unless the work was
 * committed. `run` gets the claim to pass on with the caller (docs/decisions/0029).
 * @throws AppError idempotency_conflict; conflict: the work is done, its answer lost
 */
export async function withIdempotency(
  { db, newId, log }: Pick<Deps, 'db' | 'newId' | 'log'>,
  asked: IdempotentRequest,
  run: (claim: Claim | undefined) => Promise<object>,
): Promise<object> {
  const key = keyOf(asked);
  if (!asked.actor || key === undefined) return run(undefined);
  const claim = { admin_id: asked.actor.id, key, id: newId() };
  const earlier = await takeClaim(db, claim, fingerprint(asked));
  if (earlier) return earlier;
  const unsaved = (error: unknown) => log.warn({ err: error }, 'the state of an Idempotency-Key could not be saved');
  const renewal = setInterval(() => renew(db, claim).catch(unsaved), renewEveryMs);
  try {
    const answer = await run(claim);
    await keepAnswer(db, claim, answer).catch(unsaved);
    return answer;
  } catch (error) {
    await release(db, claim).catch(unsaved);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Marks the claim as carried out, in the transaction of the work itself.
 * @throws AppError idempotency_conflict when another try has taken over: roll back
 */
export async function markCarriedOut(tx: Tx, claim: Claim): Promise<void> {
  const marked = await ofClaim(tx, claim).set({ is_carried_out: true }).returning('key').executeTakeFirst();
  if (!marked) throw stillRunning();
}

/** Housekeeping only: expired keys already count as unused. */
export async function forgetOldKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', keptSince).execute();
}

const keptSince = sql<Date>`now() - make_interval(hours => ${keptHours})`;
const leaseEnd = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;

function keyOf({ endpoint, request }: IdempotentRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (!isCreating(endpoint) || typeof key !== 'string' || key === '') return undefined;
  if (key.length <= maxKeyLength) return key;
  throw new AppError('bad_request', say('request.keyTooLong', { most: maxKeyLength }));
}

/** Of a token, another one than of the owner's sessions and other tokens: what they get may not be for this one. */
function fingerprint({ request: { method, url }, actor, contentHash }: IdempotentRequest): string {
  const by = actor?.proof.kind === 'token' ? `\n${actor.proof.id}` : '';
  return createHash('sha256').update(`${method} ${url}\n${contentHash()}${by}`).digest('base64url');
}

/** @returns the answer of an earlier try; undefined when the claim is ours */
async function takeClaim(db: Db, { id, ...own }: Claim, request_hash: string): Promise<object | undefined> {
  const fresh = { claim: id, request_hash, claimed_until: leaseEnd, is_carried_out: false, answer: null };
  const taken = await db
    .insertInto('idempotency_key')
    .values({ ...own, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['admin_id', 'key'])
        .doUpdateSet({ ...fresh, created_at: sql<Date>`now()` })
        .where(({ eb, or, and }) =>
          or([
            eb('idempotency_key.created_at', '<', keptSince),
            and([
              eb('idempotency_key.is_carried_out', '=', false),
              eb('idempotency_key.claimed_until', '<', sql<Date>`now()`),
              eb('idempotency_key.request_hash', '=', request_hash),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  return taken ? undefined : answerOfEarlier(db, own, request_hash);
}

async function answerOfEarlier(db: Db, own: Omit<Claim, 'id'>, request_hash: string): Promise<object> {
  const earlier = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer', sql<boolean>`claimed_until < now()`.as('is_over')])
    .where('admin_id', '=', own.admin_id)
    .where('key', '=', own.key)
    .executeTakeFirst();
  if (earlier && earlier.request_hash !== request_hash) {
    throw new AppError('idempotency_conflict', say('request.keyTaken'));
  }
  if (earlier?.answer) return earlier.answer;
  if (!earlier?.is_over) throw stillRunning();
  throw new AppError('conflict', say('request.answerLost'));
}

const stillRunning = () =>
  new AppError('idempotency_conflict', say('request.stillRunning'), {
    retry_after: retrySeconds,
  });

const ofClaim = (db: Db | Tx, { admin_id, key, id }: Claim) =>
  db.updateTable('idempotency_key').where('admin_id', '=', admin_id).where('key', '=', key).where('claim', '=', id);

const renew = (db: Db, claim: Claim) => ofClaim(db, claim).set({ claimed_until: leaseEnd }).execute();

const keepAnswer = (db: Db, claim: Claim, answer: object) =>
  ofClaim(db, claim)
    .set({ is_carried_out: true, answer: JSON.stringify(answer) })
    .execute();

/**
 * Frees the key after a failure. If the commit is in doubt, the row lock makes this wait until that transaction has
 * ended.
 */
async function release(db: Db, claim: Claim): Promise<void> {
  await ofClaim(db, claim).set({ claimed_until: sql<Date>`now()` }).execute();
  await db
    .deleteFrom('idempotency_key')
    .where('claim', '=', claim.id)
    .where('admin_id', '=', claim.admin_id)
    .where('key', '=', claim.key)
    .where('is_carried_out', '=', false)
    .execute();
}
