import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { locationsWithin } from '../locations/service';

/**
 * Ids of keys that open a door in these places or below by the records of key systems: those that name the door or its group, and
 * those of members of profiles that do. For a key that was handed out here, its holder counts, else whom the key system has.
 */
export const keysOpening = (
  reader: Pick<Reader, 'viewer'>,
  places: readonly string[],
): RawBuilder<string> => sql<string>`(
  with asked as materialized (
    select cylinder.connection_id, cylinder.external_id, cylinder_group.external_id as group_id
    from ${doorsOf(reader)} left join cylinder_group on cylinder_group.id = cylinder.group_id
    where cylinder.deleted_at is null
      and cylinder.location_id in ${locationsWithin(sql`select unnest(${`{${places.join()}}`}::uuid[])`)}),
  profile as materialized (
    select id, connection_id, own_reference, member_identities, member_references,
      case when own_reference is null then door_ids
        else array(select jsonb_array_elements_text(content -> 'cylinders')) end as doors,
      case when own_reference is null then group_ids
        else array(select jsonb_array_elements_text(content -> 'cylinder_groups')) end as groups
    from recorded_profile where deleted_at is null),
  opening as materialized (
    select * from profile
    where ${namesAsked('profile', 'doors', 'external_id')} or ${namesAsked('profile', 'groups', 'group_id')}),
  member as materialized (
    select person.connection_id, person.identity, person.own_reference from recorded_person as person
    where person.deleted_at is null and (
      ${isIn(sql`person.connection_id, person.identity`, sql`select connection_id, unnest(member_identities) from opening`)}
      or ${isIn(sql`person.connection_id, person.reference`, sql`select connection_id, unnest(member_references) from opening`)}
      or ${isIn(
        sql`person.connection_id, person.own_reference`,
        sql`select one.connection_id, one.person_reference from opening join recorded_profile_member as one
          on one.connection_id = opening.connection_id and one.profile_reference = opening.own_reference`,
      )}))
  select key.id from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
  where ${namesAsked('key', 'own_cylinders', 'external_id')} or ${namesAsked('key', 'own_groups', 'group_id')}
    or ${isIn(sql`key.connection_id, standing.person_id`, sql`select connection_id, own_reference from member`)}
    or standing.person_id is null
      and ${isIn(sql`key.connection_id, standing.holder_identity`, sql`select connection_id, identity from member`)})`;

/** As a condition that is not made a join, whose order would be chosen by estimates that no one has. */
const isIn = (values: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
  sql<boolean>`((${values}) in (${rows})) is true`;

const namesAsked = (table: string, listed: string, id: 'external_id' | 'group_id') => sql<boolean>`exists (
  select from unnest(${sql.ref(`${table}.${listed}`)}) as one(id)
  where ${isIn(sql`${sql.ref(`${table}.connection_id`)}, one.id`, sql`select connection_id, ${sql.ref(id)} from asked`)})`;
