import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import type { TaskRow } from '#platform/schema/schema';
import type { Reader } from '#platform/visible-to';
import { getConnection } from '../iam/service';
import { findWebhookFacts } from '../source-webhooks/service';
import { isOpenFailure, runTaskJob } from '../tasks/service';
import { findSourceStand } from '../timetables/service';

export type RunFacts = {
  last_run: Date | null;
  last_success: Date | null;
  /** Of the last run or preview that failed, if nothing has made up for it since. */
  error: Sentence | null;
  /** What has to be replaced before the next one can succeed. */
  failed_on: TaskRow['failed_on'];
  error_task: string | null;
  /** For a run that is pausing: when it resumes, and whether it pauses after a failure. */
  rests_until: Date | null;
  rests_after_failure: boolean;
};

type OtherFacts = {
  credential_kind: 'secret' | 'certificate' | null;
  credential_ends: Date | null;
  read_at: Date | null;
  has_cursor: boolean;
  people_waiting: number;
};

/** A piece that was handed over waits for less. */
const restSeconds = 8;

/** All that is known of how a source is. @throws AppError not_found */
export async function findSourceFacts(deps: Deps, reader: Reader, id: string) {
  const connection = await getConnection(reader, id);
  const { db } = reader;
  const now = await deps.databaseClock(db);
  return {
    now,
    connection,
    timetable: await findSourceStand(reader, id, now),
    webhook: await findWebhookFacts(db, deps, id),
    runs: await findRuns(db, id),
    ...(await findOthers(db, id)),
  };
}

export type SourceFacts = Awaited<ReturnType<typeof findSourceFacts>>;

async function findRuns(db: Db, id: string): Promise<RunFacts> {
  const { rows } = await sql<RunFacts>`
    with run as (
      select task.*, job.due_at, job.lease, job.failures from sync_task as task
      left join job on job.kind = ${runTaskJob} and job.key = task.id::text
      where task.subject_id = ${id} and task.kind = 'directory' and not task.dry_run
    ), succeeded as (select max(completed_at) as at from run where status = 'SUCCESS'),
    failed as (
      select id, error, failed_on from sync_task as task
      where subject_id = ${id} and kind = 'directory' and ${isOpenFailure}
      order by created_at desc limit 1
    ), resting as (
      select due_at, failures from run
      where status = 'RUNNING' and lease is null and due_at > now() + make_interval(secs => ${restSeconds})
    )
    select (select max(coalesce(started_at, created_at)) from run) as last_run,
      (select at from succeeded) as last_success, (select error from failed) as error,
      (select failed_on from failed) as failed_on, (select id from failed) as error_task,
      (select max(due_at) from resting) as rests_until,
      exists (select from resting where failures > 0) as rests_after_failure`.execute(db);
  return rows[0] ?? blankRuns;
}

const blankRuns: RunFacts = {
  last_run: null,
  last_success: null,
  error: null,
  failed_on: null,
  error_task: null,
  rests_until: null,
  rests_after_failure: false,
};

const blankOthers: OtherFacts = {
  credential_kind: null,
  credential_ends: null,
  read_at: null,
  has_cursor: false,
  people_waiting: 0,
};

async function findOthers(db: Db, id: string): Promise<OtherFacts> {
  const { rows } = await sql<OtherFacts>`
    select credential.kind as credential_kind, credential.expires_at as credential_ends, copy.read_at,
      coalesce(copy.is_whole and copy.cursor is not null, false) as has_cursor,
      ((select count(*) from parked_person where connection_id = connection.id)
        + (select count(*) from directory_conflict where connection_id = connection.id and state = 'open'))::int
        as people_waiting
    from iam_connection as connection
    left join source_credential as credential
      on credential.connection_id = connection.id and credential.state = 'active'
    left join source_copy as copy on copy.connection_id = connection.id
    where connection.id = ${id}`.execute(db);
  return rows[0] ?? blankOthers;
}
