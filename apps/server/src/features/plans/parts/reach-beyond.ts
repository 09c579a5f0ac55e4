import { foldText } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { placesOf } from '../../locations/relation';
import { peopleOf } from '../../people/relation';
import { listWholeRules, type RuleRow } from './rule-queries';

/**
 * Whether a rule, as it is written, reaches people or opens doors outside the reader's scope. Who has a job title or is in a group
 * may be in any department.
 */
export async function reachBeyond(reader: Reader, ruleId: string): Promise<{ people: boolean; doors: boolean }> {
  const { scope } = reader.viewer;
  const [rule] = await listWholeRules(reader.db, { rule_id: ruleId });
  return {
    people: Boolean(rule && scope?.departments) && !(await hasOwnPeopleOnly(reader, rule as RuleRow)),
    doors: Boolean(rule && scope?.places) && (await opensOtherDoors(reader, ruleId)),
  };
}

async function hasOwnPeopleOnly(reader: Reader, { subjects, subject_match }: RuleRow): Promise<boolean> {
  const departments = reader.viewer.scope?.departments ?? [];
  const users = subjects.flatMap((one) => (one.subject_type === 'user' ? one.subject_identifier : []));
  const seen = await reader.db
    .selectFrom(peopleOf(reader))
    .select('id')
    .where('id', '=', (q) => q.fn.any(q.val(users)))
    .execute();
  const people = new Set(seen.map(({ id }) => id));
  const isInside = ({ subject_type, subject_identifier }: (typeof subjects)[number]) =>
    subject_type === 'department'
      ? departments.includes(foldText(subject_identifier))
      : subject_type === 'user' && people.has(subject_identifier);
  return subject_match === 'all' ? subjects.some(isInside) : subjects.every(isInside);
}

const groupReaches = (reader: Reader, id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from cylinder as member where member.group_id = ${id} and member.deleted_at is null
    and member.id not in (select id from ${doorsOf(reader, 'inside')}))`;

const isOther = (reader: Reader, id: RawBuilder<unknown>) =>
  sql<boolean>`(${id} not in (select id from ${doorsOf(reader, 'inside')}))`;

async function opensOtherDoors(reader: Reader, ruleId: string): Promise<boolean> {
  const id = sql.ref('object.object_identifier');
  const { rows } = await sql`
    select from access_rule_object as object where object.rule_id = ${ruleId} and case object.object_type
      when 'cylinder' then ${isOther(reader, id)}
      when 'location' then ${id} not in (select id from ${placesOf(reader, 'inside')})
      when 'cylinder_group' then ${groupReaches(reader, id)}
      else exists (select from access_profile_cylinder as part
          where part.profile_id = ${id} and ${isOther(reader, sql.ref('part.cylinder_id'))})
        or exists (select from access_profile_group as part
          where part.profile_id = ${id} and ${groupReaches(reader, sql.ref('part.group_id'))}) end
    limit 1`.execute(reader.db);
  return rows.length > 0;
}

/** Whether any of these groups has a door outside the reader's scope. */
export async function haveOtherDoors(reader: Reader, groupIds: readonly string[]): Promise<boolean> {
  if (!reader.viewer.scope?.places || groupIds.length === 0) return false;
  const { rows } = await sql`
    select from unnest(${[...groupIds]}::uuid[]) as one (id) where ${groupReaches(reader, sql.ref('one.id'))} limit 1`.execute(
    reader.db,
  );
  return rows.length > 0;
}
