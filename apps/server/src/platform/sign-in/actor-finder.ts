import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../database/prepared';
import type { Actor, Db, Deps } from '../deps';
import { hashToken } from './sessions';

/** The actor of a token; undefined once it has expired, its session has ended or its administrator is disabled. */
export type FindActor = (token: string) => Promise<Actor | undefined>;

type Batch = { hashes: Map<string, Buffer>; found: Promise<ReadonlyMap<string, Actor>> };

/** Maximum delay of the next query by a slow one. */
const maxWaitMs = 100;

/**
 * Queries the database for every request and caches nothing, so that ending a session takes effect immediately in all
 * processes. Requests that arrive during a query share the next one.
 */
export function createActorFinder(deps: Pick<Deps, 'db' | 'clock'>): FindActor {
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Batch | undefined;
  const newBatch = (): Batch => {
    const hashes = new Map<string, Buffer>();
    const found = endOf(underWay).then(() => {
      waiting = undefined;
      return findActors(deps.db, [...hashes.values()], deps.clock());
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

async function findActors(db: Db, hashes: readonly Buffer[], now: Date): Batch['found'] {
  const isOne = sql<boolean>`session.token_hash = any(${hashes}::bytea[])`;
  const { rows } = await sql<ActorRow>`${prepared('session')} ${liveSessions(isOne, now)}`.execute(db);
  return new Map(rows.map(({ token_hash, ...actor }) => [token_hash.toString('base64'), actor]));
}

/** The actors of these sessions, without ended ones. */
export async function findActorsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Actor>> {
  const isOne = sql<boolean>`session.id = any(${sessionIds}::uuid[])`;
  const { rows } = await liveSessions(isOne, clock()).execute(db);
  return new Map(rows.map(({ token_hash, ...actor }) => [actor.proof.id, actor]));
}

type ActorRow = Actor & { token_hash: Buffer };

const liveSessions = (isOne: RawBuilder<boolean>, now: Date) => sql<ActorRow>`
  select admin.id, admin.username, admin.role, admin.functions, session.token_hash,
    jsonb_build_object('kind', 'session', 'id', session.id) as proof,
    case when scope.admin_id is not null
      then jsonb_build_object('departments', scope.departments, 'places', scope.places) end as scope
  from session join admin on admin.id = session.admin_id left join admin_scope as scope on scope.admin_id = admin.id
  where ${isOne} and session.expires_at > ${now} and admin.disabled_at is null`;
