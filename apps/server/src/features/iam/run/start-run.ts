import type { Mapping, RunKind } from '@key2xs/contract';
import { DriverError, SourceThrottled, SourceUnreadable } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import type { TaskRow } from '#platform/schema/schema';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { asCaller } from '#platform/visible-to';
import { failedOn, recordFailedTask, startTask } from '../../tasks/service';
import { getConnection } from '../get-connection';
import { mappingOf } from '../mapping-of';
import { refuseUnreadColumns } from '../mappings/reach';
import { isCalled, type OpenSource, openSource } from '../open-source';
import type { IamConnectionRow } from '../queries';

export type RunRequest = {
  dry_run: boolean;
  kind?: RunKind | undefined;
  person?: string | undefined;
  /** Of a simulation: used instead of the stored mapping. */
  mapping?: Mapping | undefined;
};

function refuseUnfit({ called }: OpenSource, { kind, person, mapping }: RunRequest): void {
  if (mapping && !called && !mapping.external_id) throw invalidField('mapping.external_id', say('source.mapId'));
  if ((kind === 'single') !== (person !== undefined)) throw invalidField('person', say('source.oneNeedsPerson'));
  if (kind === 'single' && !called) throw invalidField('kind', say('source.onlyCalled'));
}

/** Whether what the run needs can be read: the source itself, or what is known of it. */
async function probeSource(source: OpenSource, { kind, mapping }: RunRequest): Promise<void> {
  const { driver, access, called } = source;
  if (called && kind !== 'preview') await called.driver.probe(called.access);
  else await driver.probe(access);
  if (mapping) await refuseUnreadColumns(source, { mapping, isRead: kind !== 'preview' });
}

type Foreseen = SourceUnreadable | SecretUnreadable | DriverError | SourceThrottled;

const isForeseen = (error: unknown): error is Foreseen =>
  error instanceof SourceUnreadable ||
  error instanceof SecretUnreadable ||
  error instanceof DriverError ||
  error instanceof SourceThrottled;

/** A source that refuses a run at once counts as failed. A pause that it asks for does not, nor a read of its replica. */
async function recordRefusal(
  { deps, caller }: Omit<Asking, 'signal'>,
  id: string,
  { dry_run, kind: run_kind, person: run_person }: RunRequest,
  error: Foreseen,
): Promise<void> {
  if (error instanceof SourceThrottled || run_kind === 'preview') return;
  const over = { kind: 'directory', subject_id: id, dry_run, run_kind, run_person } as const;
  const failure = { error: error.sentence, failed_on: failedOn(error) };
  await deps.db.transaction().execute((tx) => recordFailedTask(tx, deps, caller, { ...over, ...failure }));
}

type Asking = { deps: Deps; caller: Caller; signal: AbortSignal };

/** Starts a run over the source's present content. @throws AppError not_found, conflict, sync_in_progress */
export async function startRun({ deps, caller, signal }: Asking, id: string, request: RunRequest): Promise<TaskRow> {
  const stored = await getConnection(asCaller(deps.db, caller), id);
  refuseInactive(stored);
  try {
    const source = await openSource(deps, stored, signal, request.mapping);
    refuseUnfit(source, request);
    await probeSource(source, request);
  } catch (error) {
    await getConnection(asCaller(deps.db, caller), id); // 404 if the source was deleted meanwhile
    if (!isForeseen(error)) throw error;
    if (isCalled(deps, stored)) await recordRefusal({ deps, caller }, id, request, error);
    throw new AppError('conflict', error.sentence);
  }
  const task = await deps.db.transaction().execute((tx) => insertRun(tx, { deps, caller }, id, request));
  deps.jobs.nudge();
  return task;
}

/**
 * The same in the caller's transaction; whether the source can be read is determined by the run. Call `deps.jobs.nudge()`
 * after the commit.
 * @throws AppError not_found, conflict, sync_in_progress
 */
export async function insertRun(
  tx: Tx,
  { deps, caller }: Omit<Asking, 'signal'>,
  id: string,
  request: RunRequest,
): Promise<TaskRow> {
  const connection = await getConnection(asCaller(tx, caller), id);
  refuseInactive(connection);
  if (!isCalled(deps, connection) && !(request.mapping ?? mappingOf(connection)).external_id) {
    throw new AppError('conflict', say('source.mapColumns'));
  }
  const { dry_run, kind: run_kind, person: run_person, mapping } = request;
  const over = { kind: 'directory', subject_id: id, dry_run, run_kind, run_person, mapping } as const;
  const row = await startTask(tx, deps, caller, over);
  await recordEvent(tx, caller, 'sync.started', {
    id: row.id,
    details: { kind: row.kind, title: row.title, dry_run, run_kind, run_person, mapping },
  });
  return row;
}

function refuseInactive({ name, is_active }: IamConnectionRow): void {
  if (!is_active) throw new AppError('conflict', say('record.inactive', { name }));
}
