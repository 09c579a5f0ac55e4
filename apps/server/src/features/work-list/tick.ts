import { isWorkDone, type KeySystemProfile, type RecordedView } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';
import { linkPersons } from './link-persons';
import { asWrite, listOpenWork, type WorkRow } from './queries';

/**
 * Closes open entries that the mirror, just read, shows as done; to be called in the transaction that has saved what
 * was read. Also recognises persons made by hand, and takes over what was read of them. @returns how many were closed
 */
export async function tickWorkList(tx: Tx, deps: Pick<Deps, 'clock'>, connectionId: string): Promise<number> {
  const connection = await tx
    .selectFrom('key_system_connection')
    .select('capabilities')
    .where('id', '=', connectionId)
    .executeTakeFirst();
  if (connection?.capabilities.includes('read_persons')) await linkPersons(tx, connectionId);
  return closeDone(tx, deps, connectionId, 'read');
}

/** Closes every open entry that the mirror shows as done. @returns how many */
export async function closeDone(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  connectionId: string,
  by: 'read' | 'sync',
): Promise<number> {
  const open = await listOpenWork(tx, connectionId);
  if (open.length === 0) return 0;
  const recorded = await loadView(tx, connectionId, open);
  const ids = open.filter((entry) => isWorkDone(asWrite(entry), recorded)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('work_item')
    .set({ state: 'done', closed_by: by, closed_by_name: null, closed_at: clock() })
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .where('state', '=', 'open') // an operator may have ticked it meanwhile
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What is recorded of the persons and profiles that these entries name. */
async function loadView(tx: Tx, connectionId: string, entries: readonly WorkRow[]): Promise<RecordedView> {
  const named = [...new Set(entries.flatMap(({ write }) => referencesOf(write)))];
  const persons = await tx
    .selectFrom('key_system_person')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('reference', '=', (q) => q.fn.any(q.val(named)))
    .execute();
  const profiles = await tx
    .selectFrom('key_system_profile')
    .select(['reference', 'content'])
    .where('connection_id', '=', connectionId)
    .where('reference', '=', (q) => q.fn.any(q.val(named)))
    .where('content', 'is not', null)
    .execute();
  const { rows: members } = await sql<{ membership: string }>`
    select concat(profile_reference, ' ', person_reference) as membership from key_system_profile_member
    where connection_id = ${connectionId} and profile_reference = any(${named}::uuid[])
      and person_reference = any(${named}::uuid[])`.execute(tx);
  const personsBy = new Map(persons.map((person) => [person.reference, person]));
  const profilesBy = new Map(
    profiles.map(({ reference, content }) => [reference, content as KeySystemProfile]), // as written by mirrorWrites
  );
  const memberships = new Set(members.map(({ membership }) => membership));
  return {
    person: (reference) => personsBy.get(reference),
    profile: (reference) => profilesBy.get(reference),
    isMember: (profile, person) => memberships.has(`${profile} ${person}`),
  };
}

function referencesOf({ reference, person_reference, profile_reference }: WorkRow['write']): string[] {
  return [reference, person_reference, profile_reference].filter((one) => typeof one === 'string');
}
