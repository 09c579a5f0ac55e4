import { entraSetupChecks } from '@key2xs/contract';
import { DriverError, type DriverErrorKind, EntraError, SourceThrottled, SourceUnreadable } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import { isOutage } from '#platform/database/database-outage';
import type { Caller, Db, Deps } from '#platform/deps';
import { backoff } from '#platform/jobs/backoff';
import { LeaseLost } from '#platform/jobs/hold-lease';
import type { JobWork, Piece, PieceResult } from '#platform/jobs/job-kind';
import type { StoredCheck } from '#platform/schema/schema';
import { accessOf } from '../applications';
import { noChecks } from '../present';
import { beginChecks, isGivenUp, openUntil, type SetupRow, saveChecked, withoutSecrets } from '../queries';
import { CheckFailed, checks, type Finding, NotYet } from './checks';
import { verifySetupJob } from './job-name';

/** Until a consent counts. */
export const verifyPauses = { firstMs: 2_000, maxMs: 30_000 };

/** Makes the checks of one set-up, each saved as soon as it is known. Safe to repeat: they change nothing at Microsoft. */
export const verifyJob = (deps: Deps): JobWork => ({
  name: verifySetupJob,
  async run(piece) {
    const row = await beginChecks(deps.db, piece.lease.job);
    return row ? check({ ...piece, deps, row, found: structuredClone(noChecks) }) : 'done';
  },
});

type Checked = Pick<Piece, 'lease' | 'stopping'> & { deps: Deps; row: SetupRow; found: StoredCheck[] };

async function check(checked: Checked): Promise<PieceResult> {
  const { lease, stopping } = checked;
  try {
    await makeChecks(checked);
    return 'done';
  } catch (error) {
    if (stopping.aborted) return 'again';
    if (error instanceof LeaseLost || lease.signal.reason instanceof LeaseLost || isOutage(error)) throw error;
    return afterwards(checked, error);
  }
}

async function makeChecks(checked: Checked): Promise<void> {
  const { deps, found, lease, stopping } = checked;
  const signal = AbortSignal.any([lease.signal, stopping]);
  let { row } = checked;
  for (const name of entraSetupChecks) {
    note(found, name, { state: 'running', message: null });
    await save(checked, { message: JSON.stringify(say('entraSession.verifying')) });
    const access = accessOf(deps, row, signal);
    const finding: Finding = await checks[name]({ deps, row, access, granted: row.permissions });
    note(found, name, finding);
    await save(checked, finding.keep ?? {});
    row = { ...row, ...kept(finding) };
  }
  await finish(checked, row);
}

/** What later checks build on. */
const kept = ({ keep }: Finding): Partial<SetupRow> =>
  Array.isArray(keep?.permissions) ? { permissions: keep.permissions } : {};

function note(found: StoredCheck[], name: StoredCheck['name'], finding: Pick<StoredCheck, 'state' | 'message'>): void {
  const at = found.findIndex((one) => one.name === name);
  found[at] = { name, state: finding.state, message: finding.message };
}

/** @throws LeaseLost */
async function save({ deps, lease, found }: Checked, change: Parameters<typeof saveChecked>[2], tx: Db = deps.db) {
  const isSaved = await saveChecked(tx, lease.job, { checks: JSON.stringify(found), ...change });
  if (!isSaved) throw new LeaseLost(lease.job);
  lease.noteProgress();
}

async function finish(checked: Checked, row: SetupRow): Promise<void> {
  const { deps } = checked;
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
      give_up_at: null,
      expires_at: openUntil(),
    } as const;
    await save(checked, { ...ready, message: JSON.stringify(message) }, tx);
    await recordEvent(tx, await callerOf(tx, deps, row), 'entra_setup.checked', {
      id: row.id,
      details: { outcome: 'ready', tenant_id: row.tenant_id, organisation },
    });
  });
}

type Failure = { reason: string; sentence: Sentence; mayPass: boolean; pauseMs?: number };

/** Tried again while it may pass by itself; ended otherwise. */
async function afterwards(checked: Checked, error: unknown): Promise<PieceResult> {
  const { deps, row, found, lease } = checked;
  const failure = failureOf(error);
  if (!failure) deps.log.error({ err: error, session: row.id }, 'set-up of Entra ID');
  const { reason, sentence, mayPass, pauseMs } = failure ?? unforeseen;
  const dueInMs = pauseMs ?? backoff(lease.job.failures + 1, verifyPauses);
  const isOver = !mayPass || (await isGivenUp(deps.db, row.id, dueInMs / 1_000));
  markFailed(found, isOver ? { state: 'failed', message: sentence } : { state: 'running', message: sentence });
  const message = JSON.stringify(sentence);
  if (!isOver) {
    await save(checked, { status: 'consent_received', message, error_code: reason });
    return { dueInMs, hasFailed: true };
  }
  await deps.db.transaction().execute(async (tx) => {
    await save(checked, { ...withoutSecrets, status: 'failed', error_code: reason, message }, tx);
    const details = { outcome: 'failed', tenant_id: row.tenant_id, reason };
    await recordEvent(tx, await callerOf(tx, deps, row), 'entra_setup.checked', { id: row.id, details });
  });
  return 'done';
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
    const pauseMs = Math.max(1_000, error.until.getTime() - Date.now());
    return { reason: 'throttled', sentence: later(error.sentence), mayPass: true, pauseMs };
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
