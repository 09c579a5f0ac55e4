import type { KeySystemStanding } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps, RecordedGap } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';

export { createLiveStanding } from './live-standing';

/**
 * How each key system compares with the plans in force, as last read or written, by name. It is measured over all people, so
 * a reader with a scope gets none.
 */
export async function listStandings(
  { standing }: Pick<Deps, 'standing'>,
  reader: Reader,
): Promise<KeySystemStanding[]> {
  if (reader.viewer.scope !== null) return [];
  const gaps = await standing();
  const systems = await listSystems(reader);
  return systems.flatMap(({ plans, read_at, ...system }) => {
    const gap = gaps.get(system.connection_id);
    if (!gap) return []; // added just now
    return {
      ...system,
      state: stateOf(gap, { isLinked: plans > 0, isRead: read_at !== null }),
      people_losing: gap.peopleLosing,
      rights_to_withdraw: gap.rightsToWithdraw,
      people_gaining: gap.peopleGaining,
      rights_to_grant: gap.rightsToGrant,
      people_other_hours: gap.peopleAtOtherHours,
      writes: gap.writes,
      changed_there: gap.changedThere,
      read_at: read_at?.toISOString() ?? null,
    };
  });
}

type Known = { isLinked: boolean; isRead: boolean };

function stateOf({ writes, recordedPersons }: RecordedGap, { isLinked, isRead }: Known): KeySystemStanding['state'] {
  if (!isLinked && writes === 0 && recordedPersons === 0) return 'not_linked';
  if (!isRead) return 'never_read';
  return writes === 0 ? 'equal' : 'behind';
}

const listSystems = ({ db, viewer }: Reader) =>
  db
    .selectFrom('key_system_connection as system')
    .select(['system.id as connection_id', 'system.name', 'system.is_active', 'system.is_sandbox'])
    .select('system.persons_read_at as read_at')
    .select([
      sql<number>`(select count(*)::int from key_plan_key_system as link where link.connection_id = system.id)`.as(
        'plans',
      ),
      sql<number>`(select count(*)::int from work_item as work
        where work.connection_id = system.id and work.state = 'open')`.as('waiting_for_operator'),
    ])
    .where(visibleTo(viewer, 'key_systems'))
    .orderBy(sql`lower(system.name)`)
    .execute();
