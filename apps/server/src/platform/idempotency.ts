import { createHash } from 'node:crypto';
import type { Endpoint } from '@key2xs/contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor, Deps } from './deps';
import { AppError } from './errors';

const keptHours = 24;

/**
 * Runs a creating request once for each Idempotency-Key of an administrator: the same request again gets the stored
 * answer, another request under the same key is refused. A request that fails frees its key.
 * @throws AppError idempotency_conflict
 */
export async function withIdempotency(
  { db }: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: Actor | undefined,
  run: () => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key'];
  const isCreating =
    endpoint.method === 'POST' && (endpoint.status === 201 || endpoint.status === 202) && !endpoint.isSecret;
  if (!isCreating || !actor || typeof key !== 'string' || key === '') return run();
  if (key.length > 200) throw new AppError('bad_request', 'The Idempotency-Key is longer than 200 characters.');

  const request_hash = fingerprint(request);
  const own = { admin_id: actor.id, key };
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)
    .execute();
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ ...own, request_hash, status: null, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  const ofKey = () =>
    db.selectFrom('idempotency_key').selectAll().where('admin_id', '=', actor.id).where('key', '=', key);
  if (!claimed) {
    const earlier = await ofKey().executeTakeFirst();
    if (earlier?.request_hash === request_hash && earlier.answer) return earlier.answer;
    throw new AppError(
      'idempotency_conflict',
      'This Idempotency-Key belongs to another request, or to one still running.',
    );
  }
  const mine = db.deleteFrom('idempotency_key').where('admin_id', '=', actor.id).where('key', '=', key);
  const answer = await run().catch(async (error: unknown) => {
    await mine.execute();
    throw error;
  });
  await db
    .updateTable('idempotency_key')
    .set({ status: endpoint.status ?? 200, answer: JSON.stringify(answer) })
    .where('admin_id', '=', actor.id)
    .where('key', '=', key)
    .execute();
  return answer;
}

/** A multipart body is not part of it: its boundary differs from try to try. */
function fingerprint(request: FastifyRequest): string {
  const body = request.isMultipart() ? '' : JSON.stringify(request.body ?? null);
  return createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('base64url');
}
