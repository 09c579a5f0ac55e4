import type { TimeStampState } from '@key2xs/contract';
import { sql } from 'kysely';
import { request } from 'undici';
import {
  TimeStampInvalid,
  timeStampQuery,
  timeStampQueryType,
  tokenIn,
  verifyTimeStamp,
} from '#platform/audit/time-stamp/time-stamp-protocol';
import { addStamp, findNewestStamp } from '#platform/audit/time-stamp/time-stamps';
import { findSoundHead } from '#platform/audit/tree/grow-tree';
import { headText, type SignedHead } from '#platform/audit/tree/head';
import type { Deps } from '#platform/deps';
import { codesOf } from '#platform/network/codes-of';
import { type Reader, visibleTo } from '#platform/visible-to';

/** Once a day: when the newest stamp is older. */
const hoursBetween = 23;
const timeoutMs = 30_000;
const maxReplyBytes = 262_144;

type Service = NonNullable<Deps['config']['timeStamps']>;
type Stamping = Pick<Deps, 'db' | 'auditKey' | 'clock' | 'config' | 'outbound' | 'log'>;

/** Has the head of the tree stamped once a day, where an authority is configured. After a failure it is due again at once. */
export async function stampLog(deps: Stamping, stopping: AbortSignal): Promise<void> {
  const { db, auditKey, clock, config, log } = deps;
  if (!config.timeStamps || !(await isDue(deps))) return;
  const head = await findSoundHead(db, auditKey);
  if (!head) return;
  try {
    const stamp = await stampOf(deps, config.timeStamps, { head, stopping });
    await db.transaction().execute(async (tx) => {
      await addStamp(tx, { ...head, ...stamp });
      await tx.deleteFrom('audit_time_stamp_failure').execute();
    });
  } catch (error) {
    if (stopping.aborted) throw stopping.reason;
    const failure = failureOf(error);
    log.warn(failure, 'the administration log was not time-stamped');
    const at = clock();
    await sql`insert into audit_time_stamp_failure (at, kind, detail) values (${at}, ${failure.kind}, ${failure.detail})
      on conflict (only_row) do update set at = excluded.at, kind = excluded.kind, detail = excluded.detail`.execute(
      db,
    );
  }
}

async function isDue({ db, clock }: Stamping): Promise<boolean> {
  const newest = await findNewestStamp(db);
  return !newest || clock().getTime() - newest.stampedAt.getTime() > hoursBetween * 3_600_000;
}

/** Verified before it is kept, so that what is kept proves something. */
async function stampOf(
  { outbound }: Stamping,
  { url, authorities }: Service,
  { head, stopping }: { head: SignedHead; stopping: AbortSignal },
) {
  const content = headText(head);
  const { query, nonce } = timeStampQuery(content);
  const reply = await post(outbound, {
    url,
    query,
    signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
  });
  const token = tokenIn(reply, nonce);
  const trusted = authorities.map(({ pem }) => pem);
  const { at: stampedAt, authority } = await verifyTimeStamp(token, content, trusted);
  return { token, stampedAt, authority };
}

type Call = { url: string; query: Buffer; signal: AbortSignal };

async function post(outbound: Deps['outbound'], { url, query, signal }: Call): Promise<Buffer> {
  const { origin, pathname, search, username, password } = new URL(url);
  const dispatcher = outbound.openHttps(origin, { cert: '', key: '', ca: [] });
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'content-type': timeStampQueryType,
    ...(username !== '' && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  };
  try {
    const options = { method: 'POST', headers, body: query, dispatcher, signal } as const;
    const { statusCode, body } = await request(`${origin}${pathname}${search}`, options);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxReplyBytes) throw new TimeStampInvalid('The answer is too long');
      chunks.push(chunk);
    }
    if (statusCode !== 200) throw new TimeStampInvalid(`The authority answered with status ${statusCode}`);
    return Buffer.concat(chunks);
  } finally {
    await dispatcher.destroy();
  }
}

function failureOf(error: unknown): { kind: 'refused' | 'unreachable'; detail: string } {
  if (error instanceof TimeStampInvalid) return { kind: 'refused', detail: error.message };
  const [code] = codesOf(error);
  return { kind: 'unreachable', detail: code ?? (error instanceof Error ? error.message : String(error)) };
}

/** When the log was last stamped, and why not since. */
export async function readTimeStampState(
  { db, viewer }: Reader,
  { timeStamps }: Deps['config'],
): Promise<TimeStampState> {
  const newest = await db
    .selectFrom('audit_time_stamp')
    .select(['size', 'stamped_at', 'authority'])
    .where(visibleTo(viewer, 'audit_log'))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const failure = await db
    .selectFrom('audit_time_stamp_failure')
    .select(['at', 'kind', 'detail'])
    .where(visibleTo(viewer, 'audit_log'))
    .executeTakeFirst();
  return {
    is_on: timeStamps !== undefined,
    last: newest
      ? { at: newest.stamped_at.toISOString(), entries: Number(newest.size), authority: newest.authority }
      : null,
    failure: failure ? { ...failure, at: failure.at.toISOString() } : null,
  };
}
