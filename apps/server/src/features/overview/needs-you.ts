import type { KeySystemStanding, NeedsYou } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import type { TaskRow } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';
import { findLastVerification } from '../audit/service';
import { driftOf } from '../drift/relation';
import { listCertificateWarnings, type listKeySystemStates } from '../key-systems/service';
import type { KeyPlanRow } from '../plans/service';
import { isOpenFailure } from '../tasks/service';
import { listDisabledWebhooks } from '../webhooks/service';
import { workOf } from '../work-list/relation';
import type { KeyStates } from './key-states';
import { listOfSources } from './needs-of-sources';

const maxListed = 50;
const certificateDays = 30;

type Systems = Awaited<ReturnType<typeof listKeySystemStates>>;

type Known = {
  systems: Systems;
  plans: readonly KeyPlanRow[];
  statuses: readonly KeySystemStanding[];
  keys: readonly KeyStates[];
};

/** What waits for a person, most urgent first. */
export async function listNeeds(deps: Deps, reader: Reader, known: Known): Promise<NeedsYou[]> {
  const { systems, plans, statuses, keys } = known;
  const needs = [
    ...(await listBrokenLog(reader)),
    ...(await listWaiting(reader)),
    ...listErrors(systems, reader),
    ...(await listEndingCertificates(deps, reader)),
    ...(await listOfSources(deps, reader)),
    ...(await listDisabled(reader)),
    ...(await listFailedTasks(reader)),
    ...listOfKeys(keys),
    ...plans.flatMap(draftOf),
    ...(await listDrift(reader, statuses)),
    ...(await listOpenWork(reader)),
  ];
  return needs.slice(0, maxListed);
}

async function listBrokenLog(reader: Reader): Promise<NeedsYou[]> {
  const last = await findLastVerification(reader);
  if (!last || last.ok) return [];
  return [{ kind: 'audit_log', id: last.id, problems: last.problems.length, at: last.at }];
}

/** Stopped ones before those that are ready, the newest first. */
async function listWaiting({ db, viewer, language }: Reader): Promise<NeedsYou[]> {
  const rows = await db
    .selectFrom('change_set')
    .select(['id', 'title', 'state', 'guards', 'largest_removals', 'effect', 'created_at'])
    .select('key_system_connection_id')
    .where('state', 'in', ['ready', 'quarantined'])
    .where(visibleTo(viewer, 'change_sets'))
    .orderBy(sql`state = 'ready'`)
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(
    ({ id, title, key_system_connection_id, state, guards, largest_removals: [largest], effect, created_at }) => ({
      kind: 'change_set',
      id,
      name: renderSentence(title, language),
      state: state === 'quarantined' ? 'quarantined' : 'ready',
      guard: guards[0] ?? null,
      largest: largest
        ? { ...largest, label: largest.label || renderSentence(say('changeSet.noDepartment'), language) }
        : null,
      people_gaining: effect?.people_gaining ?? null,
      people_losing: effect?.people_losing ?? null,
      key_system_id: key_system_connection_id,
      at: created_at.toISOString(),
    }),
  );
}

const listErrors = (systems: Systems, { language }: Reader): NeedsYou[] =>
  systems
    .filter(({ status }) => status === 'ERROR')
    .map(({ id, name, error_message, last_successful_interaction }) => ({
      kind: 'key_system_error',
      id,
      name,
      message: error_message && renderSentence(error_message, language),
      at: last_successful_interaction?.toISOString() ?? null,
    }));

async function listEndingCertificates(deps: Deps, reader: Reader): Promise<NeedsYou[]> {
  const warnings = await listCertificateWarnings(deps, reader, reader.viewer.id ?? '');
  return warnings
    .filter(({ days_left, has_successor }) => days_left <= certificateDays && !has_successor)
    .map(({ connection_id, connection_name, not_after, days_left }) => ({
      kind: 'certificate',
      id: connection_id,
      name: connection_name,
      ends_at: not_after,
      days_left,
    }));
}

const listDisabled = async (reader: Reader): Promise<NeedsYou[]> =>
  (await listDisabledWebhooks(reader)).map((webhook) => ({ kind: 'webhook', ...webhook }));

type Failed = Pick<TaskRow, 'id' | 'kind' | 'title' | 'error' | 'created_at' | 'completed_at' | 'failed_on'> & {
  source_id: string | null;
  credential: 'secret' | 'certificate' | null;
};

/** The latest task of each kind and connection where it failed and was not retried; of sources, previews too. */
async function listFailedTasks({ db, viewer, language }: Reader): Promise<NeedsYou[]> {
  const { rows } = await sql<Failed>`
    select task.id, task.kind, task.title, task.error, task.created_at, task.completed_at, task.failed_on,
      case when task.kind = 'directory' then task.subject_id end as source_id, credential.kind as credential
    from (
      select distinct on (kind, subject_id) * from sync_task
      where (not dry_run or status = 'FAILURE') and not cancelled and kind != 'generator' and ${visibleTo(viewer, 'tasks')}
      order by kind, subject_id, created_at desc) as task
    left join source_credential as credential
      on credential.connection_id = task.subject_id and credential.state = 'active'
    where ${isOpenFailure}
    order by task.kind, task.subject_id`.execute(db);
  return rows.map(({ id, kind, title, source_id, error, failed_on, credential, ...row }) => ({
    kind: 'failed_task',
    id,
    name: title,
    task_kind: kind,
    source_id,
    replace: failed_on === 'credential' ? credential : null,
    message: error && renderSentence(error, language),
    at: (row.completed_at ?? row.created_at).toISOString(),
  }));
}

const draftOf = ({ id, name, pending_changes, is_active, updated_at }: KeyPlanRow): NeedsYou[] =>
  pending_changes === 0
    ? []
    : [{ kind: 'draft', id, name, changes: pending_changes, is_active, at: updated_at.toISOString() }];

type CountRow = { id: string; name: string; count: number; at: Date };

/** Changes made there that differ from the plans and are not accepted, with the date of the first. */
async function listDrift(reader: Reader, statuses: readonly KeySystemStanding[]): Promise<NeedsYou[]> {
  const { rows } = await sql<CountRow>`
    select system.id, system.name, count(*)::int as count, min(since) as at
    from key_system_connection as system join ${driftOf(reader, 'drift')} on drift.connection_id = system.id
    where drift.state = 'open' and ${visibleTo(reader.viewer, 'drift')}
    group by system.id order by lower(system.name)`.execute(reader.db);
  const counted = new Map(statuses.map(({ connection_id, changed_there }) => [connection_id, changed_there]));
  return rows.flatMap(({ at, ...row }) => {
    const count = reader.viewer.scope === null ? (counted.get(row.id) ?? 0) : row.count; // standings cover all people only
    return count > 0 ? [{ kind: 'drift', ...row, count, at: at.toISOString() }] : [];
  });
}

async function listOpenWork(reader: Reader): Promise<NeedsYou[]> {
  const { rows } = await sql<CountRow>`
    select system.id, system.name, count(*)::int as count, min(entry.created_at) as at
    from key_system_connection as system join ${workOf(reader, 'entry')} on entry.connection_id = system.id
    where entry.state = 'open' and ${visibleTo(reader.viewer, 'work_list')}
    group by system.id order by lower(system.name)`.execute(reader.db);
  return rows.map(({ at, ...row }) => ({ kind: 'work', ...row, at: at.toISOString() }));
}

/** Work left at keys once rights are recorded. Leaves out key systems whose keys were never read. */
function listOfKeys(systems: readonly KeyStates[]): NeedsYou[] {
  const kinds = ['held_by_inactive', 'to_update', 'missing'] as const;
  return kinds.flatMap((what) =>
    systems.flatMap(({ id, name, is_active, read_at, entitled, ...counts }): NeedsYou[] => {
      const count = counts[what];
      if (!is_active || !read_at || count === 0) return [];
      const of = what === 'missing' ? entitled : null;
      return [{ kind: 'keys', id, name, what, count, of, read_at: read_at.toISOString() }];
    }),
  );
}
