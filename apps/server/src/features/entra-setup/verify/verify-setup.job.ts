import { entraSetupChecks } from '@key2xs/contract';
import { DriverError, type DriverErrorKind, EntraError, SourceThrottled, SourceUnreadable } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { isOutage } from '#platform/database/database-outage';
import type { Caller, Db, Deps } from '#platform/deps';
import { backoff } from '#platform/jobs/backoff';
import type { Job } from '#platform/jobs/jobs';
import type { StoredCheck } from '#platform/schema/schema';
import { accessOf } from '../applications';
import { noChecks } from '../present';
import { claimSetup, isGivenUp, openUntil, type SetupRow, saveChecked, tryIn, withoutSecrets } from '../queries';
import { CheckFailed, checks, type Finding, NotYet } from './checks';
import { verifySetupJob } from './job-name';

const payload = z.object({ session: z.uuid() });

const pauses = { firstMs: 2_000, maxMs: 30_000 };

/** Makes the checks of one set-up, each saved as soon as it is known. Safe to repeat: they change nothing at Microsoft. */
export const createVerifyJob = (deps: Deps): Job<z.infer<typeof payload>> => ({
  ...verifySetupJob,
  payload,
  async run({ session }, signal) {
    const row = await claimSetup(deps.db, session);
    if (row) await check({ deps, row, signal, found: structuredClone(noChecks) });
  },
});

type Piece = { deps: Deps; row: SetupRow; signal: AbortSignal; found: StoredCheck[] };

/** Another worker has taken it over, or it was cancelled. */
class Overtaken extends Error {}

async function check(piece: Piece): Promise<void> {
  try {
    await makeChecks(piece);
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (piece.signal.aborted || isOutage(error)) {
      await save(piece, tryIn(0)).catch(() => undefined); // else its lease ends by itself
      throw error;
    }
    await afterwards(piece, error);
  }
}

async function makeChecks(piece: Piece): Promise<void> {
  const { deps, found } = piece;
  let { row } = piece;
  for (const name of entraSetupChecks) {
    note(found, name, { state: 'running', message: null });
    await save(piece, { message: JSON.stringify(say('entraSession.verifying')) });
    const access = accessOf(deps, row, piece.signal);
    const finding: Finding = await checks[name]({ deps, row, access, granted: row.permissions });
    note(found, name, finding);
    await save(piece, finding.keep ?? {});
    row = { ...row, ...kept(finding) };
  }
  await finish(piece, row);
}

/** What later checks build on. */
const kept = ({ keep }: Finding): Partial<SetupRow> =>
  Array.isArray(keep?.permissions) ? { permissions: keep.permissions } : {};

function note(found: StoredCheck[], name: StoredCheck['name'], finding: Pick<StoredCheck, 'state' | 'message'>): void {
  const at = found.findIndex((one) => one.name === name);
  found[at] = { name, state: finding.state, message: finding.message };
}

async function save({ deps: { db }, row, found }: Piece, change: Parameters<typeof saveChecked>[2], tx: Db = db) {
  if (!(await saveChecked(tx, row, { checks: JSON.stringify(found), ...change }))) throw new Overtaken();
}

async function finish(piece: Piece, row: SetupRow): Promise<void> {
  const { deps } = piece;
  await deps.db.transaction().execute(async (tx) => {
    const { organisation } = await tx
      .selectFrom('entra_setup')
      .select('organisation')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    const message = say('entraSession.ready', { organisation: organisation?.display_name ?? '' });
    const ready = {
      status: 'ready',
      error_code: null,
      due_at: null,
      give_up_at: null,
      expires_at: openUntil(),
    } as const;
    await save(piece, { ...ready, message: JSON.stringify(message) }, tx);
    await recordEvent(tx, await callerOf(tx, deps, row), 'entra_setup.checked', {
      id: row.id,
      details: { outcome: 'ready', tenant_id: row.tenant_id, organisation },
    });
  });
}

type Failure = { reason: string; sentence: Sentence; mayPass: boolean; pauseS?: number };

/** Tried again while it may pass by itself; ended otherwise. */
async function afterwards(piece: Piece, error: unknown): Promise<void> {
  const { deps, row, found } = piece;
  const failure = failureOf(error);
  if (!failure) deps.log.error({ err: error, session: row.id }, 'set-up of Entra ID');
  const { reason, sentence, mayPass, pauseS } = failure ?? unforeseen;
  const pause = pauseS ?? backoff(row.tries, pauses) / 1_000;
  const isOver = !mayPass || (await isGivenUp(deps.db, row.id, pause));
  markFailed(found, isOver ? { state: 'failed', message: sentence } : { state: 'running', message: sentence });
  try {
    if (!isOver) {
      const message = JSON.stringify(sentence);
      await save(piece, { status: 'consent_received', message, error_code: reason, ...tryIn(pause) });
      return;
    }
    await deps.db.transaction().execute(async (tx) => {
      const ended = { ...withoutSecrets, status: 'failed', error_code: reason } as const;
      await save(piece, { ...ended, message: JSON.stringify(sentence) }, tx);
      const details = { outcome: 'failed', tenant_id: row.tenant_id, reason };
      await recordEvent(tx, await callerOf(tx, deps, row), 'entra_setup.checked', { id: row.id, details });
    });
  } catch (overtaken) {
    if (!(overtaken instanceof Overtaken)) throw overtaken;
  }
}

const unforeseen: Failure = { reason: 'internal', sentence: say('entraSession.stopped'), mayPass: false };

function markFailed(found: StoredCheck[], as: Pick<StoredCheck, 'state' | 'message'>): void {
  const at = found.find(({ state }) => state === 'running');
  if (at) note(found, at.name, as);
  if (as.state !== 'failed') return;
  for (const later of found.filter(({ state }) => state === 'pending')) {
    note(found, later.name, { state: 'skipped', message: null });
  }
}

/** The tenant may not know of a consent, or of a change in the portal, for some minutes. */
const ofConsent = new Set(['consent_missing', 'application_unknown', 'permission_missing', 'token_refused']);
const passing = new Set<DriverErrorKind>(['unreachable', 'timeout', 'refused', 'bad_answer', 'rate_limited']);

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NotYet) return { reason: error.reason, sentence: error.sentence, mayPass: true };
  if (error instanceof CheckFailed) return { reason: error.reason, sentence: error.sentence, mayPass: false };
  if (error instanceof SourceUnreadable) return { reason: 'unreadable', sentence: error.sentence, mayPass: false };
  if (error instanceof SourceThrottled) {
    const pauseS = Math.max(1, (error.until.getTime() - Date.now()) / 1_000);
    return { reason: 'throttled', sentence: later(error.sentence), mayPass: true, pauseS };
  }
  if (error instanceof EntraError && ofConsent.has(error.reason)) {
    return { reason: error.reason, sentence: error.sentence, mayPass: true };
  }
  if (!(error instanceof DriverError)) return undefined;
  const reason = error instanceof EntraError ? error.reason : error.kind;
  const mayPass = passing.has(error.kind);
  return { reason, sentence: mayPass ? later(error.sentence) : error.sentence, mayPass };
}

const later = (reason: Sentence) => say('entraCheck.later', { reason });

/** Background work acts on behalf of the administrator who has begun it. */
async function callerOf(tx: Db, { signEvent }: Deps, { admin_id }: SetupRow): Promise<Caller> {
  const admin = await tx.selectFrom('admin').select('username').where('id', '=', admin_id).executeTakeFirst();
  return { actor: undefined, name: admin ? `${admin.username} (task)` : 'task', request_id: null, sign: signEvent };
}
