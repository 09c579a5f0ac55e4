import { type AdminFunction, apiTokenDays, type Role } from '@key2xs/contract';
import { narrowRights } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../database/prepared';
import type { Actor, Db, Deps, Scope } from '../deps';
import { functionsOf, isInForce } from './rights';

/** How often the last use of a token is written. */
const useWrittenEveryMs = 60_000;

/** When a token ends: as it was issued, or earlier by the policy. */
export const apiTokenEnd = (token: string): RawBuilder<Date> => sql<Date>`least(${sql.ref(`${token}.expires_at`)},
    ${sql.ref(`${token}.issued_at`)} + make_interval(days => coalesce((select max_days from api_token_policy), ${sql.lit(apiTokenDays.default)})))`;

/** By the hash of the token, as base64. Notes at most once a minute that a token was used. */
export async function findTokenActors(
  db: Db,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, Actor>> {
  const asked = sql`unnest(${hashes}::bytea[]) as asked(hash) join api_token as token on token.secret_hash = asked.hash
    or (token.former_hash = asked.hash and token.former_until > ${now})`;
  const { rows } = await sql<TokenRow>`${prepared('api_token')} ${liveTokens(asked, sql`asked.hash`, now)}`.execute(db);
  const used = rows.filter(({ is_use_due }) => is_use_due).map(({ token_id }) => token_id);
  if (used.length > 0) await noteUse(db, used, now);
  return new Map(rows.map((row) => [row.hash?.toString('base64') ?? '', toActor(row)]));
}

/** The actors of these tokens, without ended ones. */
export async function findActorsOfTokens(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Actor>> {
  const asked = sql`unnest(${ids}::uuid[]) as asked(id) join api_token as token on token.id = asked.id`;
  const { rows } = await liveTokens(asked, sql`null::bytea`, clock()).execute(db);
  return new Map(rows.map((row) => [row.token_id, toActor(row)]));
}

type TokenRow = {
  hash: Buffer | null;
  token_id: string;
  name: string;
  is_read_only: boolean;
  is_use_due: boolean;
  token_functions: AdminFunction[] | null;
  departments: string[] | null;
  places: string[] | null;
  id: string;
  username: string;
  role: Role;
  functions: AdminFunction[];
  scope: Scope | null;
};

/** Of the places of a token, those that stand within its owner's now. */
const placesInside = sql`case when token.places is null or scope.places is null then token.places else (
    with recursive up as (
      select given.place, given.place as at from unnest(token.places) as given(place)
      union select up.place, location.parent_id from up join location on location.id = up.at where location.parent_id is not null)
    select coalesce(array_agg(distinct place), '{}') from up where at = any(scope.places)) end`;

const liveTokens = (tokens: RawBuilder<unknown>, hash: RawBuilder<unknown>, now: Date) => sql<TokenRow>`
  select ${hash} as hash, token.id as token_id, token.name, token.is_read_only,
    token.last_used_at is null or token.last_used_at <= ${new Date(now.getTime() - useWrittenEveryMs)} as is_use_due,
    token.functions as token_functions, token.departments, ${placesInside} as places,
    admin.id, admin.username, admin.role, ${functionsOf('admin')} as functions,
    case when scope.admin_id is not null
      then jsonb_build_object('departments', scope.departments, 'places', scope.places) end as scope
  from ${tokens} join admin on admin.id = token.admin_id left join admin_scope as scope on scope.admin_id = admin.id
  where ${apiTokenEnd('token')} > ${now} and ${isInForce('admin', now)}`;

const toActor = ({
  token_id,
  name,
  is_read_only,
  token_functions,
  departments,
  places,
  ...owner
}: TokenRow): Actor => ({
  id: owner.id,
  username: owner.username,
  ...narrowRights(owner, { functions: token_functions, departments, places }),
  acting: null,
  proof: { kind: 'token', id: token_id, name, is_read_only, proved_at: new Date(0) },
});

/** Several processes may have found the same use due. */
async function noteUse(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update api_token set last_used_at = ${now} where id = any(${ids}::uuid[])
      and (last_used_at is null or last_used_at <= ${new Date(now.getTime() - useWrittenEveryMs)})`.execute(db);
}
