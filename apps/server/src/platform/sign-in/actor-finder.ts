import { functionsWithin } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../database/prepared';
import type { Actor, Db, Deps, Proof } from '../deps';
import { functionsOf, isInForce } from './rights';
import { hashToken } from './sessions';
import { findActorsOfTokens, findTokenActors } from './token-actors';
import { isApiToken, looksLikeApiToken } from './token-text';

/** The actor of a token; undefined once it has expired, its session has ended or its administrator is disabled. */
export type FindActor = (token: string) => Promise<Actor | undefined>;

type ActorsByHash = Promise<ReadonlyMap<string, Actor>>;
type Batch = { hashes: Map<string, Buffer>; found: ActorsByHash };

/** Maximum delay of the next query by a slow one. */
const maxWaitMs = 100;

/**
 * Queries the database for every request and caches nothing, so that ending a session takes effect immediately in all
 * processes. Requests that arrive during a query share the next one.
 */
export function createActorFinder(deps: Pick<Deps, 'db' | 'clock'>): FindActor {
  const findBySession = batched((hashes) => findActors(deps.db, hashes, deps.clock()));
  const findByApiToken = batched((hashes) => findTokenActors(deps.db, hashes, deps.clock()));
  return async (token) => {
    if (!looksLikeApiToken(token)) return findBySession(token);
    return isApiToken(token) ? findByApiToken(token) : undefined;
  };
}

function batched(find: (hashes: Buffer[]) => ActorsByHash): FindActor {
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Batch | undefined;
  const newBatch = (): Batch => {
    const hashes = new Map<string, Buffer>();
    const found = endOf(underWay).then(() => {
      waiting = undefined;
      return find([...hashes.values()]);
    });
    underWay = found.catch(() => undefined); // its callers get the error
    return { hashes, found };
  };
  return async (token) => {
    waiting ??= newBatch();
    const { hashes, found } = waiting;
    const hash = hashToken(token);
    const name = hash.toString('base64');
    hashes.set(name, hash);
    return (await found).get(name);
  };
}

/** Resolves when that query has ended, or after `maxWaitMs`. */
async function endOf(question: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((done) => {
    timer = setTimeout(done, maxWaitMs);
  });
  await Promise.race([question, enough]);
  clearTimeout(timer);
}

async function findActors(db: Db, hashes: readonly Buffer[], now: Date): ActorsByHash {
  const isOne = sql<boolean>`session.token_hash = any(${hashes}::bytea[])`;
  const { rows } = await sql<ActorRow>`${prepared('session')} ${liveSessions(isOne, now)}`.execute(db);
  return new Map(rows.map((row) => [row.token_hash.toString('base64'), toActor(row)]));
}

/** The actors of these sessions, without ended ones. */
export async function findActorsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Actor>> {
  const isOne = sql<boolean>`session.id = any(${sessionIds}::uuid[])`;
  const { rows } = await liveSessions(isOne, clock()).execute(db);
  return new Map(rows.map((row) => [row.proof.id, toActor(row)]));
}

/** The actors of these proofs by their ids, without ended ones. */
export async function findActorsByProof(deps: Pick<Deps, 'db' | 'clock'>, proofs: readonly Proof[]): ActorsByHash {
  const idsOf = (wanted: Proof['kind']) => [
    ...new Set(proofs.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))),
  ];
  const [sessions, tokens] = [idsOf('session'), idsOf('token')];
  return new Map([
    ...(sessions.length > 0 ? await findActorsOf(deps, sessions) : []),
    ...(tokens.length > 0 ? await findActorsOfTokens(deps, tokens) : []),
  ]);
}

type ActorRow = Omit<Actor, 'proof'> & { token_hash: Buffer; proof: { kind: 'session'; id: string }; proved_at: Date };

const toActor = ({ token_hash, proved_at, proof, functions, ...actor }: ActorRow): Actor => ({
  ...actor,
  functions: functionsWithin(actor.scope, functions),
  proof: { ...proof, proved_at },
});

/** A session that acts for another administrator has their rights, as long as both are in force. */
const liveSessions = (isOne: RawBuilder<boolean>, now: Date) => sql<ActorRow>`
  select admin.id, admin.username, rights.role, ${functionsOf('rights')} as functions, session.token_hash,
    jsonb_build_object('kind', 'session', 'id', session.id) as proof, session.proved_at,
    case when session.acts_for is not null
      then jsonb_build_object('as', session.acts_as, 'id', rights.id, 'username', rights.username) end as acting,
    case when scope.admin_id is not null
      then jsonb_build_object('departments', scope.departments, 'places', scope.places) end as scope
  from session join admin on admin.id = session.admin_id
    join admin as rights on rights.id = coalesce(session.acts_for, session.admin_id)
    left join admin_scope as scope on scope.admin_id = rights.id
  where ${isOne} and session.expires_at > ${now} and ${isInForce('admin', now)} and ${isInForce('rights', now)}
    and (session.acts_as is distinct from 'deputy' or (rights.deputy_id = session.admin_id
      and (rights.deputy_from is null or rights.deputy_from <= ${now})
      and (rights.deputy_until is null or rights.deputy_until > ${now})))`;
