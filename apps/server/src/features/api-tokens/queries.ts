import type { NamedScope } from '@key2xs/contract';
import { apiTokenDays } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { isInForce } from '#platform/sign-in/rights';
import { apiTokenEnd } from '#platform/sign-in/token-actors';
import { type Reader, visibleTo } from '#platform/visible-to';
import { namedScope } from '../administrators/service';

export type TokenRow = Pick<
  Selectable<Schema['api_token']>,
  | 'id'
  | 'admin_id'
  | 'name'
  | 'shown'
  | 'functions'
  | 'is_read_only'
  | 'created_at'
  | 'issued_at'
  | 'former_until'
  | 'last_used_at'
> & {
  username: string;
  is_service: boolean;
  is_owner_in_force: boolean;
  named_scope: NamedScope | null;
  ends_at: Date;
};

const tokens = (db: Db, now: Date) =>
  db
    .selectFrom('api_token as token')
    .innerJoin('admin', 'admin.id', 'token.admin_id')
    .select([
      'token.id',
      'token.admin_id',
      'token.name',
      'token.shown',
      'token.functions',
      'token.is_read_only',
      'token.created_at',
      'token.issued_at',
      'token.former_until',
      'token.last_used_at',
      'admin.username',
      'admin.is_service',
      isInForce('admin', now).as('is_owner_in_force'),
      sql<NamedScope | null>`case when token.departments is not null or token.places is not null
        then ${namedScope('token')} end`.as('named_scope'),
      apiTokenEnd('token').as('ends_at'),
    ])
    .orderBy('ends_at')
    .orderBy('token.id');

/** Of everyone, those that end first first. */
export const listTokens = ({ db, viewer }: Pick<Reader, 'db' | 'viewer'>, now: Date): Promise<TokenRow[]> =>
  tokens(db, now).where(visibleTo(viewer, 'administrators')).execute();

export const listOwnTokens = (db: Db, now: Date, ownerId: string): Promise<TokenRow[]> =>
  tokens(db, now).where('token.admin_id', '=', ownerId).execute();

export const findToken = (db: Db, now: Date, id: string): Promise<TokenRow | undefined> =>
  tokens(db, now).where('token.id', '=', id).executeTakeFirst();

export async function countTokens(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_token')
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('admin_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findMaxDays(db: Db): Promise<number> {
  const row = await db.selectFrom('api_token_policy').select('max_days').executeTakeFirst();
  return row?.max_days ?? apiTokenDays.default;
}

export async function saveMaxDays(tx: Tx, max_days: number): Promise<void> {
  await tx
    .insertInto('api_token_policy')
    .values({ max_days })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ max_days }))
    .execute();
}
