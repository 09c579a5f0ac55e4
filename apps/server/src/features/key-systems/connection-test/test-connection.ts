import type { Diagnosis, KeySystemStatus } from '@key2xs/contract';
import { DriverError, type DriverErrorKind, diagnosisSteps, type Probe } from '@key2xs/drivers';
import { type Language, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { startTask } from '#features/tasks/service';
import { beginTimetable } from '#features/timetables/service';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { StoredTest } from '#platform/schema/tables/keys/schema-key-systems';
import { asCaller, type Reader } from '#platform/visible-to';
import { asTimeout, explainFailure, NoCertificate, openSession } from '../open-session';
import { presentStatus, presentTest, tellTest } from '../present';
import { type KeySystemRow, saveTest } from '../queries';
import { getKeySystem, lockConnection, recordProbe } from '../service';
import { abortTest, testAborted, testLimitMs } from './abort-test';

/** These say nothing against the configuration: the key system knows us, and may do as asked another time. */
const passing: ReadonlySet<string> = new Set<DriverErrorKind>(['rate_limited', 'refused', 'timeout']);

type Diagnosed = { diagnosis: StoredTest; probe: Probe | undefined };

/** How the connection is after a test, and how that went. */
type Tested = { id: string; status: KeySystemStatus; diagnosis: StoredTest };

export function presentTested({ id, status, diagnosis }: Tested, language: Language) {
  const { status_message, steps } = tellTest(diagnosis, language);
  return { id, status, status_message, steps };
}

/**
 * Goes through the connection step by step and remembers the result; each step can be read while the test runs. A
 * vendor that refuses or cannot be reached is a result, not a failure of this call. A certificate that was replaced
 * meanwhile says nothing about the connection. After the first success the inventory is read by itself, so that a plan
 * can be written, and from then on every hour.
 * @throws AppError not_found; request_timeout when the caller has gone away: that says nothing about the key system
 */
export async function testKeySystem(deps: Deps, caller: Caller, id: string, signal: AbortSignal): Promise<Tested> {
  const row = await getKeySystem(asCaller(deps.db, caller), id);
  const { certificate_id } = row;
  if (certificate_id === null) return testWithoutCertificate(deps, caller, row);
  // Outside the transaction: a slow vendor must not hold a database lock.
  const { diagnosis, probe } = await diagnose(deps, { ...row, certificate_id }, signal);
  const status = statusAfter(row, diagnosis);
  const error = diagnosis.is_passed ? null : diagnosis.status_message;
  const tested = await deps.db.transaction().execute(async (tx) => {
    await lockConnection(tx, id);
    const isStillActive = await saveTest(tx, id, diagnosis);
    if (isStillActive) {
      await recordProbe(tx, row, {
        status,
        error,
        at: diagnosis.is_passed ? deps.clock() : null,
        ...(probe && { is_sandbox: probe.is_sandbox, capabilities: probe.capabilities }),
      });
    }
    const isFirstPass = isStillActive && diagnosis.is_passed && row.last_successful_interaction === null;
    const sync_interval = isFirstPass ? await beginTimetable(tx, deps, id) : undefined;
    await recordEvent(tx, caller, 'key_system.tested', {
      id,
      details: {
        name: row.name,
        status,
        error: error && renderSentence(error),
        ...(sync_interval && { sync_interval }),
      },
    });
    return getKeySystem(asCaller(tx, caller), id);
  });
  if (diagnosis.is_passed && tested.is_active && tested.inventory_read_at === null) {
    await startFirstRead(deps, caller, tested);
  }
  return { id, status: presentStatus(tested), diagnosis };
}

/** There is nothing to call with: it goes on waiting for the certificate. */
async function testWithoutCertificate(deps: Deps, caller: Caller, row: KeySystemRow): Promise<Tested> {
  const status = presentStatus(row);
  const diagnosis = blankDiagnosis('', deps.clock());
  failAt(diagnosis.steps, 0, new NoCertificate());
  await deps.db.transaction().execute(async (tx) => {
    const details = { name: row.name, status, error: renderSentence(say('keySystem.noCertificate')) };
    await recordEvent(tx, caller, 'key_system.tested', { id: row.id, details });
  });
  return { id: row.id, status, diagnosis: conclude(deps, diagnosis, undefined) };
}

/**
 * The same with the standby certificate. Health and status of the connection stay: it goes on with the active one.
 * @throws AppError not_found, request_timeout
 */
export async function testCertificate(
  deps: Deps,
  caller: Caller,
  { id, certificate_id }: { id: string; certificate_id: string },
  signal: AbortSignal,
): Promise<Tested> {
  const row = await getKeySystem(asCaller(deps.db, caller), id);
  if (certificate_id !== row.certificate_id && certificate_id !== row.standby?.id) throw notFound('client_certificate');
  const { diagnosis } = await diagnose(deps, { ...row, certificate_id }, signal);
  await deps.db.transaction().execute(async (tx) => {
    await lockConnection(tx, id);
    await saveTest(tx, id, diagnosis);
    const details = { name: row.name, certificate_id, passed: diagnosis.is_passed };
    await recordEvent(tx, caller, 'client_certificate.tested', { id, details });
  });
  return { id, status: diagnosis.is_passed ? 'ACTIVE' : 'ERROR', diagnosis };
}

/** The test that runs, or the last one. @throws AppError not_found */
export async function testProgress(
  { clock }: Deps,
  reader: Reader,
  { id, certificateId }: { id: string; certificateId: string | undefined },
): Promise<Diagnosis | null> {
  const { language } = reader;
  const { last_test, standby, certificate_id } = await getKeySystem(reader, id);
  if (certificateId === undefined || certificateId === certificate_id) return presentTest(last_test, clock(), language);
  if (certificateId !== standby?.id) throw notFound('client_certificate');
  return presentTest(standby.last_test, clock(), language);
}

/** A connection that has never worked waits for its validation while the key system only says "not now". */
function statusAfter(row: KeySystemRow, { is_passed, steps }: StoredTest): 'ACTIVE' | 'ERROR' | 'PENDING_VALIDATION' {
  if (is_passed) return 'ACTIVE';
  const isAccepted = steps.some(
    ({ name, state }) => name === 'client_certificate' && state !== 'skipped' && state !== 'failed',
  );
  const failure = steps.find(({ state }) => state === 'failed')?.error_kind ?? '';
  return row.last_successful_interaction === null && isAccepted && passing.has(failure)
    ? 'PENDING_VALIDATION'
    : 'ERROR';
}

type WithCertificate = KeySystemRow & { certificate_id: string };

async function diagnose(deps: Deps, row: WithCertificate, signal: AbortSignal): Promise<Diagnosed> {
  const diagnosis = blankDiagnosis(row.certificate_id, deps.clock());
  const { steps } = diagnosis;
  let at = 0;
  const begin = async () => {
    const step = steps[at];
    if (step) step.state = 'running';
    await saveTest(deps.db, row.id, diagnosis);
  };
  // Asked again below, which also keeps it: Node lets a timeout that only `AbortSignal.any` knows be collected unfired.
  const limit = AbortSignal.timeout(testLimitMs);
  try {
    const session = await openSession(deps, row, AbortSignal.any([signal, limit]));
    try {
      await begin();
      const run = session.diagnose();
      for (let next = await run.next(); ; next = await run.next()) {
        if (next.done) return { diagnosis: conclude(deps, diagnosis, next.value), probe: next.value };
        steps[at++] = next.value;
        await begin();
      }
    } finally {
      await session.close();
    }
  } catch (error) {
    if (signal.aborted) {
      await saveTest(deps.db, row.id, abortTest(diagnosis, deps.clock()));
      throw new AppError('request_timeout', testAborted);
    }
    failAt(steps, at, limit.aborted ? new DriverError('timeout', { cause: error }) : error);
    return { diagnosis: conclude(deps, diagnosis, undefined), probe: undefined };
  }
}

function blankDiagnosis(certificate_id: string, startedAt: Date): StoredTest {
  return {
    certificate_id,
    started_at: startedAt.toISOString(),
    ended_at: null,
    is_passed: false,
    status_message: null,
    steps: diagnosisSteps.map((name) => ({ name, state: 'pending', message: null, error_kind: null, duration_ms: 0 })),
  };
}

/** Aborted by our own limit, or before the first step: a certificate that cannot be opened is a fault of that step. */
function failAt(steps: StoredTest['steps'], at: number, error: unknown): void {
  const failure = asTimeout(error);
  const message = explainFailure(failure);
  if (message === undefined) throw error;
  const error_kind = failure instanceof DriverError ? failure.kind : null;
  const isOfCertificate = at === 0 && (error_kind === null || error_kind === 'certificate_rejected');
  const step = isOfCertificate ? diagnosisSteps.indexOf('client_certificate') : at;
  for (const [index, one] of steps.entries()) {
    if (index === step) Object.assign(one, { state: 'failed', message, error_kind });
    else if (index > step || one.state === 'running' || one.state === 'pending') one.state = 'skipped';
  }
}

function conclude(deps: Deps, diagnosis: StoredTest, probe: Probe | undefined): StoredTest {
  const failed = diagnosis.steps.find(({ state }) => state === 'failed');
  return {
    ...diagnosis,
    ended_at: deps.clock().toISOString(),
    is_passed: !failed && probe !== undefined,
    status_message: failed?.message ?? (probe ? answered(probe) : null),
  };
}

const answered = ({ product, version, domain_name: domain }: Probe) =>
  say('finding.answered', { product, version, domain });

async function startFirstRead(deps: Deps, caller: Caller, row: KeySystemRow): Promise<void> {
  await deps.db
    .transaction()
    .execute((tx) => startTask(tx, deps, caller, { kind: 'inventory', subject_id: row.id }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'sync_in_progress')) throw error; // one is under way: as good
    });
  deps.jobs.nudge();
}
