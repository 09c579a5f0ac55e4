import type { SourceDiagnosisStep } from '@key2xs/contract';
import {
  type CalledSourceAccess,
  type CalledSourceDriver,
  DriverError,
  type DriverErrorKind,
  SourceThrottled,
  SourceUnreadable,
} from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { StoredDiagnosis } from '#platform/schema/tables/sources/schema-source-health';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { asCaller } from '#platform/visible-to';
import { getConnection, openCalledSource } from '../iam/service';
import { findWebhookFacts, webhookMessage } from '../source-webhooks/service';
import type { Which } from './manage-credential';
import { findCredential, saveTest } from './queries';

/** Well inside the 30 s after which the web client gives up. */
const limitMs = 20_000;

type Name = SourceDiagnosisStep['name'];
/** `isUncalled`: known without a call. */
type CheckResult = { state: 'passed' | 'warning'; message: Sentence; isUncalled?: boolean };
type Step = StoredDiagnosis['steps'][number];
type Source = { driver: CalledSourceDriver; access: CalledSourceAccess };

/** Goes through the connection with the active credential. @throws AppError not_found; conflict for what is not called */
export async function diagnoseSource(
  deps: Deps,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<StoredDiagnosis> {
  const { name } = await getConnection(asCaller(deps.db, caller), id);
  const diagnosis = await diagnose(deps, { id, credentialId: undefined, name }, signal);
  await deps.db.transaction().execute(async (tx) => {
    await recordEvent(tx, caller, 'iam_connection.tested', { id, details: detailsOf(name, diagnosis) });
  });
  return diagnosis;
}

/** The same with another credential; nothing else changes. @throws AppError not_found, conflict */
export async function testCredential(
  deps: Deps,
  caller: Caller,
  which: Which,
  signal: AbortSignal,
): Promise<StoredDiagnosis> {
  const { id, credential_id: credentialId } = which;
  const { name } = await getConnection(asCaller(deps.db, caller), id);
  if (!(await findCredential(deps.db, id, credentialId))) throw notFound('source_credential');
  const diagnosis = await diagnose(deps, { id, credentialId, name }, signal);
  await deps.db.transaction().execute(async (tx) => {
    await saveTest(tx, credentialId, diagnosis);
    await recordEvent(tx, caller, 'source_credential.tested', { id, details: detailsOf(name, diagnosis) });
  });
  return diagnosis;
}

const detailsOf = (name: string, { is_passed, steps }: StoredDiagnosis) => ({
  name,
  is_passed,
  failed: steps.find(({ state }) => state === 'failed')?.name ?? null,
});

type DiagnosisRequest = { id: string; credentialId: string | undefined; name: string };

async function diagnose(
  deps: Deps,
  { id, credentialId, name }: DiagnosisRequest,
  signal: AbortSignal,
): Promise<StoredDiagnosis> {
  const limit = AbortSignal.timeout(limitMs);
  const steps: Step[] = [];
  let people: number | null = null;
  const open = async (): Promise<Source> => {
    const source = await openCalledSource(deps, id, AbortSignal.any([signal, limit]), credentialId);
    if (!source) throw new AppError('conflict', say('sourceCredential.notCalled', { name }));
    return source;
  };
  const checks: [Name, () => Promise<CheckResult>][] = [
    ['permissions', async () => findPermissions(await open())],
    ['organisation', async () => findOrganisation(await open())],
    [
      'person',
      async () => {
        const { driver, access } = await open();
        ({ people } = await driver.probe(access));
        return passed(say('sourceFinding.readsPeople'));
      },
    ],
    [
      'count',
      async () =>
        people === null
          ? passed(say('sourceFinding.doesNotCount'))
          : passed(say('sourceFinding.counts', { count: people })),
    ],
    ['webhook', () => findWebhookState(deps, id)],
  ];
  await goThrough(steps, checks, limit);
  return { at: deps.clock().toISOString(), is_passed: steps.every(({ state }) => state !== 'failed'), steps };
}

/**
 * The first call reaches the source, is trusted and signed in, so it stands for those layers too; its failure says which of
 * them it is. What is known without a call says nothing of them.
 */
async function goThrough(
  steps: Step[],
  checks: readonly [Name, () => Promise<CheckResult>][],
  limit: AbortSignal,
): Promise<void> {
  let layers: Step[] | undefined;
  let hasFailed = false;
  for (const [name, check] of checks) {
    if (hasFailed) {
      steps.push(stepOf(name, 'skipped'));
      continue;
    }
    const from = performance.now();
    const found = await check().catch((error: unknown) => asFailure(error, limit));
    const duration_ms = Math.round(performance.now() - from);
    hasFailed = 'error' in found;
    if (!('error' in found)) {
      if (!found.isUncalled) layers ??= layersUpTo(undefined, found);
      steps.push({ ...stepOf(name, found.state, found.message), duration_ms });
      continue;
    }
    const failedAt = layers ? undefined : layerOf(found.error);
    layers ??= layersUpTo(failedAt, found);
    if (failedAt === undefined) steps.push({ ...stepOf(name, 'failed', found.message), duration_ms });
    else steps.push(stepOf(name, 'skipped'));
  }
  steps.unshift(...(layers ?? []));
}

type Failure = { error: unknown; message: Sentence };

const stepOf = (name: Name, state: Step['state'], message: Sentence | null = null): Step => ({
  name,
  state,
  message,
  duration_ms: 0,
});

/** Those below the first call that stands for them. */
function layersUpTo(failedAt: Layer | undefined, { message }: CheckResult | Failure): Step[] {
  if (failedAt === 'address') return [stepOf('address', 'failed', message), stepOf('credential', 'skipped')];
  if (failedAt === 'before') return [stepOf('address', 'skipped'), stepOf('credential', 'failed', message)];
  const reached = stepOf('address', 'passed', say('sourceFinding.reached'));
  if (failedAt === 'credential') return [reached, stepOf('credential', 'failed', message)];
  return [reached, stepOf('credential', 'passed', say('sourceFinding.accepted'))];
}

/** `before`: what is stored here was not enough to call the source. */
type Layer = 'before' | 'address' | 'credential';

const ofAddress: ReadonlySet<DriverErrorKind> = new Set(['unreachable', 'address_refused', 'tls_untrusted', 'timeout']);
const ofCredential: ReadonlySet<DriverErrorKind> = new Set([
  'unauthorised',
  'certificate_rejected',
  'certificate_expired',
  'unknown_domain',
]);

function layerOf(error: unknown): Layer | undefined {
  if (error instanceof SecretUnreadable || error instanceof SourceUnreadable) return 'before';
  if (!(error instanceof DriverError)) return undefined;
  if (ofAddress.has(error.kind)) return 'address';
  const isPermission = 'reason' in error && error.reason === 'permission_missing';
  return ofCredential.has(error.kind) && !isPermission ? 'credential' : undefined;
}

function asFailure(error: unknown, limit: AbortSignal): Failure {
  if (limit.aborted) {
    const late = new DriverError('timeout', { cause: error });
    return { error: late, message: late.sentence };
  }
  if (error instanceof SourceThrottled) {
    return { error, message: say('sourceFinding.throttled', { time: error.until.toISOString().slice(11, 16) }) };
  }
  const isForeseen =
    error instanceof DriverError || error instanceof SourceUnreadable || error instanceof SecretUnreadable;
  if (!isForeseen) throw error;
  return { error, message: error.sentence };
}

const passed = (message: Sentence): CheckResult => ({ state: 'passed', message });
const passedUncalled = (message: Sentence): CheckResult => ({ ...passed(message), isUncalled: true });

async function findPermissions({ driver, access }: Source): Promise<CheckResult> {
  if (!driver.permissions) return passedUncalled(say('sourceFinding.permissionsUnknown'));
  const permissions = await driver.permissions(access);
  if (permissions.length === 0) return { state: 'warning', message: say('sourceFinding.permitsNothing') };
  return passed(say('sourceFinding.permitted', { permissions }));
}

async function findOrganisation({ driver, access }: Source): Promise<CheckResult> {
  if (!driver.organization) return passedUncalled(say('sourceFinding.organisationUnknown'));
  const { display_name: name, default_domain: domain } = await driver.organization(access);
  return passed(
    domain === null
      ? say('sourceFinding.organisation', { name })
      : say('sourceFinding.organisationWith', { name, domain }),
  );
}

async function findWebhookState(deps: Deps, id: string): Promise<CheckResult> {
  const facts = await findWebhookFacts(deps.db, deps, id);
  const isWell = facts.state !== 'failed' && facts.state !== 'degraded';
  return { state: isWell ? 'passed' : 'warning', message: webhookMessage(facts) };
}
