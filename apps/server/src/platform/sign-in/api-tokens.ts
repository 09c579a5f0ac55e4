import { apiTokenOverlapHours, apiTokenShownChars } from '@key2xs/contract';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../deps';
import type { Schema } from '../schema/schema';
import { isNamedIn, movedScope, type ScopeMove } from './scope-moves';
import { hashToken } from './sessions';
import { apiTokenEnd } from './token-actors';
import { newApiToken } from './token-text';

type NewToken = Omit<
  Insertable<Schema['api_token']>,
  'shown' | 'secret_hash' | 'former_hash' | 'former_until' | 'issued_at' | 'last_used_at'
>;

const ofSecret = (secret: string) => ({ shown: secret.slice(0, apiTokenShownChars), secret_hash: hashToken(secret) });

/** @returns the secret, which is stored nowhere */
export async function insertApiToken(tx: Tx, token: NewToken): Promise<string> {
  const secret = newApiToken();
  await tx
    .insertInto('api_token')
    .values({ ...token, ...ofSecret(secret), issued_at: token.created_at })
    .execute();
  return secret;
}

/**
 * Gives a token a new secret. The one before works for a day more, unless it ends earlier; one from before that ends at once.
 * @returns the new secret, which is stored nowhere
 */
export async function rotateApiToken(
  tx: Tx,
  id: string,
  { now, expires_at }: { now: Date; expires_at: Date },
): Promise<string> {
  const secret = newApiToken();
  const overlapEnd = new Date(now.getTime() + apiTokenOverlapHours * 3_600_000);
  await tx
    .updateTable('api_token')
    .set({
      ...ofSecret(secret),
      former_hash: sql<Buffer>`secret_hash`,
      former_until: sql<Date>`least(${overlapEnd}::timestamptz, ${apiTokenEnd('api_token')})`,
      issued_at: now,
      expires_at,
    })
    .where('id', '=', id)
    .execute();
  return secret;
}

/** Also of tokens that were replaced and still work for a while: they share the row. */
export async function moveTokenScopes(tx: Tx, move: ScopeMove) {
  const rows = await tx
    .selectFrom('api_token')
    .select(['id', 'departments', 'places'])
    .where(isNamedIn(move))
    .orderBy('id')
    .forUpdate()
    .execute();
  const moved = rows.map(({ id, ...scope }) => ({ api_token_id: id, ...movedScope(scope, move) }));
  for (const { api_token_id, after } of moved) {
    await tx.updateTable('api_token').set(after).where('id', '=', api_token_id).execute();
  }
  return moved;
}

/** Its streams end with the commit. */
export async function deleteApiToken(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('api_token').where('id', '=', id).execute();
}
