import { type RawBuilder, sql } from 'kysely';
import { cylinderLike, cylinderWords, groupLike, shownName } from '#platform/door-names';
import { containing } from '#platform/list/containing';
import { type Reader, type Resource, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { placesOf } from '../locations/relation';
import { peopleOf } from '../people/relation';

const perType = 5;

type Hit = { type: string; id: string; title: string; subtitle: string; keyplan_id: string | null };

/**
 * At most five visible records of each type whose name or number contains the text; people also by their department.
 * Departments and job titles are found by leaping from value to value of their index: a step for each value, however
 * many people have it.
 */
export async function search(reader: Reader, text: string): Promise<Hit[]> {
  const { db, viewer } = reader;
  const people = peopleOf(reader);
  const pattern = containing(text);
  const found = (resource: Resource, where: RawBuilder<unknown>) =>
    sql`where ${visibleTo(viewer, resource)} and ${where}`;
  const matching = (column: 'department' | 'job_title') => {
    const value = sql.ref(column);
    return sql`
      with recursive leap as (
        (select ${value} as value from ${people} where ${visibleTo(viewer, 'people')} and ${value} is not null
         order by ${value} limit 1)
        union all
        select (select ${value} from ${people} where ${value} > leap.value order by ${value} limit 1)
        from leap where leap.value is not null
      )
      select value from leap where lower(value) like ${pattern}`;
  };
  const shown = sql`id, display_name, active, concat_ws(' · ', employee_id, job_title, department) as about`;
  const { rows } = await sql<Hit>`
    with department as (${matching('department')}), job_title as (${matching('job_title')})
    (select 'person' as type, id::text, display_name as title, about as subtitle, null::uuid as keyplan_id
     from (
       (select 0 as rank, ${shown} from ${people} ${found('people', sql`erased_at is null and search_text like ${pattern}`)}
        order by active desc, display_name, id limit ${perType})
       union all
       (select 1, of_department.* from department cross join lateral (
          select ${shown} from ${people} where person.department = department.value and active
            and search_text not like ${pattern} order by display_name, id limit ${perType}) as of_department)
     ) as named order by rank, active desc, display_name, id limit ${perType})
    union all
    (select 'department', value, value, '', null from department order by value limit ${perType})
    union all
    (select 'job_title', value, value, '', null from job_title order by value limit ${perType})
    union all
    (select 'cylinder', id::text, ${cylinderWords('cylinder')}, location, null from ${doorsOf(reader)}
     ${found('inventory', sql`deleted_at is null and ${cylinderLike('cylinder', pattern)}`)} order by marking limit ${perType})
    union all
    (select 'cylinder_group', id::text, ${shownName('cylinder_group')}, domain, null from cylinder_group
     ${found('inventory', sql`deleted_at is null and ${groupLike('cylinder_group', pattern)}`)} order by 3 limit ${perType})
    union all
    (select 'location', location.id::text, location.name, coalesce(parent.name, ''), null
     from ${placesOf(reader)} left join location as parent on parent.id = location.parent_id
     ${found('locations', sql`lower(location.name || ' ' || coalesce(location.code, '')) like ${pattern}`)}
     order by location.name limit ${perType})
    union all
    (select 'key', id::text, marking || ' ' || name, serial, null from ${keysOf(reader)}
     ${found('inventory', sql`deleted_at is null and search_text like ${pattern}`)} order by marking limit ${perType})
    union all
    (select 'key_plan', id::text, name, description, null from key_plan
     ${found('key_plans', sql`lower(name || ' ' || description) like ${pattern}`)} order by name limit ${perType})
    union all
    (select 'access_rule', access_rule.id::text, access_rule.name, key_plan.name, keyplan_id
     from access_rule join key_plan on key_plan.id = keyplan_id
     ${found(
       'key_plans',
       sql`(lower(access_rule.name || ' ' || coalesce(access_rule.description, '')) like ${pattern} or exists (
         select from access_rule_subject where rule_id = access_rule.id and subject_type in ('department', 'job_title')
           and lower(subject_identifier) like ${pattern}))`,
     )} order by access_rule.name limit ${perType})
    union all
    (select 'iam_connection', id::text, name, coalesce(description, ''), null from iam_connection
     ${found('identity_sources', sql`lower(name) like ${pattern}`)} order by name limit ${perType})
    union all
    (select 'key_system_connection', id::text, name, cliq_api_url, null from key_system_connection
     ${found('key_systems', sql`lower(name) like ${pattern}`)} order by name limit ${perType})`.execute(db);
  return rows;
}
