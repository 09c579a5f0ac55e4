import {
  type LogDestinationFields,
  type LogForwardingError,
  type LogTarget,
  maxLogDestinations,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import { refuseWhilePaused } from '#platform/backup/pause';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { isReadableAuthority } from '#platform/network/authority';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, type Reader } from '#platform/visible-to';
import {
  type CountedDestination,
  type DestinationRow,
  deleteDestination,
  findDestination,
  holdDestination,
  insertDestination,
  listDestinations,
  lockDestinations,
  updateDestination,
} from './destination-queries';
import { NotSent } from './not-sent';
import { sendEntries } from './send-entries';

type By = { deps: Deps; caller: Caller };
type Version = { expectedVersion: number | undefined };

/** @throws AppError not_found */
export async function getDestination(reader: Reader, id: string): Promise<CountedDestination> {
  const destination = await findDestination(reader, id);
  if (!destination) throw notFound('log_destination');
  return destination;
}

/** How far each destination that is switched on is behind, for the metrics. */
export async function listForwardingStates(reader: Reader) {
  return (await listDestinations(reader)).filter(({ is_enabled }) => is_enabled);
}

/** @throws AppError conflict when there are as many as there may be; validation_failed */
export async function createDestination(
  { deps, caller }: By,
  { from, ...fields }: LogDestinationFields & { from: 'now' | 'start' },
): Promise<CountedDestination> {
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    const others = await lockDestinations(tx);
    if (others.length >= maxLogDestinations) {
      throw new AppError('conflict', say('logForwarding.tooMany', { count: others.length }));
    }
    check(fields.target, others);
    await insertDestination(tx, { ...fields, id }, from);
    await recordEvent(tx, caller, 'log_destination.created', { id, details: { ...auditedOf(fields), from } });
    return getDestination(asCaller(tx, caller), id);
  });
}

/** @throws AppError not_found, version_conflict, validation_failed */
export async function changeDestination(
  { deps, caller }: By,
  id: string,
  { fields, expectedVersion }: Version & { fields: LogDestinationFields },
): Promise<CountedDestination> {
  return deps.db.transaction().execute(async (tx) => {
    const others = (await lockDestinations(tx)).filter((other) => other.id !== id);
    const before = await hold(tx, id, expectedVersion);
    check(fields.target, others);
    await updateDestination(tx, id, fields);
    const details = { name: fields.name, before: auditedOf(before), after: auditedOf(fields) };
    await recordEvent(tx, caller, 'log_destination.updated', { id, details });
    return getDestination(asCaller(tx, caller), id);
  });
}

/** What waits for it is not sent any more. @throws AppError not_found, version_conflict */
export async function removeDestination({ deps, caller }: By, id: string, { expectedVersion }: Version): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const before = await hold(tx, id, expectedVersion);
    await deleteDestination(tx, id);
    const details = { ...auditedOf(before), sent_position: Number(before.sent_position) };
    await recordEvent(tx, caller, 'log_destination.deleted', { id, details });
  });
}

/** Sends an event that is not in the log, now. @throws AppError not_found, installation_paused */
export async function sendTest(
  { deps, caller, signal }: By & { signal: AbortSignal },
  id: string,
): Promise<{ error: LogForwardingError | null; duration_ms: number }> {
  await refuseWhilePaused(deps.db);
  const destination = await deps.db.transaction().execute(async (tx) => {
    const held = await hold(tx, id);
    await recordEvent(tx, caller, 'log_destination.tested', { id, details: { name: held.name } });
    return held;
  });
  const event = {
    id: deps.newId(),
    at: deps.clock(),
    actor_id: caller.actor?.id ?? null,
    actor_name: caller.name,
    action: 'log_destination.tested',
    target_type: 'log_destination',
    target_id: id,
    admin_name: null,
    request_id: caller.request_id,
    details: { name: destination.name, is_test: true },
    is_erased: false,
    seq: null,
  };
  const began = performance.now();
  const error = await sendEntries(deps, destination, [event], signal).then(
    () => null,
    (reason: unknown) => {
      if (reason instanceof NotSent) return reason.why;
      throw reason;
    },
  );
  return { error, duration_ms: Math.round(performance.now() - began) };
}

/** @throws AppError not_found, version_conflict */
async function hold(tx: Tx, id: string, expectedVersion?: number): Promise<DestinationRow> {
  const destination = await holdDestination(tx, id);
  if (!destination) throw notFound('log_destination');
  refuseOtherVersion(destination.version, expectedVersion, say('logForwarding.changed'));
  return destination;
}

/** @throws AppError validation_failed */
function check(target: LogTarget, others: readonly { target: LogTarget }[]): void {
  if (target.kind === 'syslog') {
    const { authority_pem } = target;
    if (authority_pem === null || isReadableAuthority(authority_pem)) return;
    throw invalidField('target.authority_pem', say('logForwarding.authority'));
  }
  const isTaken = others.some((other) => other.target.kind === 'file' && other.target.file === target.file);
  if (isTaken) throw invalidField('target.file', say('logForwarding.fileTaken'));
}

/** Certificates are long, and public. */
function auditedOf({ name, format, target, is_enabled }: LogDestinationFields) {
  if (target.kind === 'file') return { name, format, is_enabled, ...target };
  const { authority_pem, ...rest } = target;
  return { name, format, is_enabled, ...rest, has_own_authority: authority_pem !== null };
}
