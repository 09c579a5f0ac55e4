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
import type { StoredDiagnosis } from '#platform/schema/schema-source-health';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { asProduct } from '#platform/visible-to';
import { getConnection, openCalledSource } from '../iam/service';
import { findWebhookFacts, webhookMessage } from '../source-webhooks/service';
import type { Which } from './manage-credential';
import { findCredential, saveTest } from './queries';

/** Well inside the 30 s after which the web client gives up. */
const limitMs = 20_000;

type Name = SourceDiagnosisStep['name'];
type Found = { state: 'passed' | 'warning'; message: Sentence };
type Step = StoredDiagnosis['steps'][number];
type Source = { driver: CalledSourceDriver; access: CalledSourceAccess };

/** Goes through the connection with the active credential. @throws AppError not_found; conflict for what is not called */
export async function diagnoseSource(
  deps: Deps,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<StoredDiagnosis> {
  const { name } = await getConnection(asProduct(deps.db), id);
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
  const { name } = await getConnection(asProduct(deps.db), id);
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

type Asked = { id: string; credentialId: string | undefined; name: string };

async function diagnose(deps: Deps, { id, credentialId, name }: Asked, signal: AbortSignal): Promise<StoredDiagnosis> {
  const limit = AbortSignal.timeout(limitMs);
  const steps: Step[] = [];
  let people: number | null = null;
  const open = async (): Promise<Source> => {
    const source = await openCalledSource(deps, id, AbortSignal.any([signal, limit]), credentialId);
    if (!source) throw new AppError('conflict', say('sourceCredential.notCalled', { name }));
    return source;
  };
  const checks: [Name, () => Promise<Found>][] = [
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
 * them it is.
 */
async function goThrough(
  steps: Step[],
  checks: readonly [Name, () => Promise<Found>][],
  limit: AbortSignal,
): Promise<void> {
  let hasFailed = false;
  let isSignedIn = false;
  for (const [name, check] of checks) {
    if (hasFailed) {
      steps.push({ name, state: 'skipped', message: null, duration_ms: 0 });
      continue;
    }
    const from = performance.now();
    const found = await check().catch((error: unknown) => asFailure(error, limit));
    const duration_ms = Math.round(performance.now() - from);
    const failedAt = 'error' in found ? layerOf(found.error) : undefined;
    if (!isSignedIn) steps.push(...layersUpTo(failedAt, found));
    isSignedIn = true;
    hasFailed = 'error' in found;
    if (!('error' in found)) steps.push({ name, ...found, duration_ms });
    else if (failedAt === undefined) steps.push({ name, state: 'failed', message: found.message, duration_ms });
    else steps.push({ name, state: 'skipped', message: null, duration_ms: 0 });
  }
}

type Failure = { error: unknown; message: Sentence };

/** Those below the first call that stands for them. */
function layersUpTo(failedAt: 'address' | 'credential' | undefined, found: Found | Failure): Step[] {
  const step = (name: Name, state: Step['state'], message: Sentence | null): Step => ({
    name,
    state,
    message,
    duration_ms: 0,
  });
  if (failedAt === 'address') return [step('address', 'failed', found.message), step('credential', 'skipped', null)];
  const reached = step('address', 'passed', say('sourceFinding.reached'));
  if (failedAt === 'credential') return [reached, step('credential', 'failed', found.message)];
  return [reached, step('credential', 'passed', say('sourceFinding.accepted'))];
}

const ofAddress: ReadonlySet<DriverErrorKind> = new Set(['unreachable', 'address_refused', 'tls_untrusted', 'timeout']);
const ofCredential: ReadonlySet<DriverErrorKind> = new Set([
  'unauthorised',
  'certificate_rejected',
  'certificate_expired',
  'unknown_domain',
]);

function layerOf(error: unknown): 'address' | 'credential' | undefined {
  if (error instanceof SecretUnreadable || error instanceof SourceUnreadable) return 'credential';
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

const passed = (message: Sentence): Found => ({ state: 'passed', message });

async function findPermissions({ driver, access }: Source): Promise<Found> {
  if (!driver.permissions) return passed(say('sourceFinding.permissionsUnknown'));
  const permissions = await driver.permissions(access);
  if (permissions.length === 0) return { state: 'warning', message: say('sourceFinding.permitsNothing') };
  return passed(say('sourceFinding.permitted', { permissions }));
}

async function findOrganisation({ driver, access }: Source): Promise<Found> {
  if (!driver.organization) return passed(say('sourceFinding.organisationUnknown'));
  const { display_name: name, default_domain: domain } = await driver.organization(access);
  return passed(
    domain === null
      ? say('sourceFinding.organisation', { name })
      : say('sourceFinding.organisationWith', { name, domain }),
  );
}

async function findWebhookState(deps: Deps, id: string): Promise<Found> {
  const facts = await findWebhookFacts(deps.db, deps, id);
  const isWell = facts.state !== 'failed' && facts.state !== 'degraded';
  return { state: isWell ? 'passed' : 'warning', message: webhookMessage(facts) };
}
