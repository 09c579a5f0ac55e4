import type {
  AccessFacts,
  CylinderFacts,
  LocationFacts,
  PersonFacts,
  PlanFacts,
  ProfileFacts,
  RuleFacts,
} from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { partsAt } from './parts-at';

/** What was kept before there were groups names none. */
type PersonBefore = Omit<PersonFacts, 'group_ids'> & { group_ids: string[] | null };

/** Everything on which access depended at a moment, read in one transaction so that it fits together. */
export async function loadFactsAt(db: Db, at: Date): Promise<AccessFacts> {
  const people = await loadAt<PersonBefore>(db, at, kinds.person);
  const cylinders = await loadAt<Omit<CylinderFacts, 'location_id'> & { deleted_at: Date | null }>(
    db,
    at,
    kinds.cylinder,
  );
  const doors = await loadAt<Pick<CylinderFacts, 'id' | 'location_id'>>(db, at, kinds.door);
  const placeOf = new Map(doors.map(({ id, location_id }) => [id, location_id]));
  return {
    people: people.map(({ group_ids, ...person }) => ({ ...person, group_ids: group_ids ?? [] })),
    cylinders: cylinders
      .filter(({ deleted_at }) => deleted_at === null)
      .map(({ id, group_id }) => ({ id, group_id, location_id: placeOf.get(id) ?? null })),
    locations: await loadAt<LocationFacts>(db, at, kinds.location),
    ...(await loadPartsAt(db, at)),
  };
}

async function loadPartsAt(db: Db, at: Date): Promise<Pick<AccessFacts, 'plans' | 'rules' | 'profiles'>> {
  const { rows } = await sql<{ kind: 'plan' | 'rule' | 'profile'; content: unknown }>`
    select kind, content from ${partsAt(at)}`.execute(db);
  const of = <T>(wanted: string) => rows.flatMap(({ kind, content }) => (kind === wanted ? [content as T] : [])); // as the versions keep it
  return { plans: of<PlanFacts>('plan'), rules: of<RuleFacts>('rule'), profiles: of<ProfileFacts>('profile') };
}

/** A table whose former values are in `access_past`, under the table's name. */
type Kind = {
  table: Schema['access_past']['kind'] & keyof Schema;
  born: 'created_at' | 'first_seen_at';
  columns: Record<string, 'uuid' | 'uuid[]' | 'text' | 'boolean' | 'timestamptz'>;
};

const kinds = {
  person: {
    table: 'person',
    born: 'created_at',
    columns: { connection_id: 'uuid', active: 'boolean', department: 'text', job_title: 'text', group_ids: 'uuid[]' },
  },
  cylinder: {
    table: 'cylinder',
    born: 'first_seen_at',
    columns: { group_id: 'uuid', deleted_at: 'timestamptz' },
  },
  door: { table: 'door', born: 'created_at', columns: { location_id: 'uuid' } },
  location: { table: 'location', born: 'created_at', columns: { parent_id: 'uuid', time_zone: 'text' } },
} satisfies Record<string, Kind>;

/**
 * The rows of a table as they were: each one's first value that ended later, else the one it has, unless the row came
 * later. By id.
 */
async function loadAt<T>(db: Db, at: Date, { table, born, columns }: Kind): Promise<T[]> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const typed = sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  const { rows } = await sql<T>`
    with former as materialized (
      select distinct on (record_id) record_id, content, born from access_past
      where kind = ${table} and until > ${at}::timestamptz order by record_id, until)
    select id, ${names} from ${sql.table(table)} as present
    where ${sql.ref(born)} <= ${at}::timestamptz and not exists (select from former where record_id = present.id)
    union all
    select record_id, ${names} from former, jsonb_to_record(content) as content_then(${typed})
    where born <= ${at}::timestamptz
    order by id`.execute(db);
  return rows;
}
