import { roleMappingList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { subjectName } from '../people/service';
import { countDoorsOf, isShownSubject, type Link } from '../plans/service';

const isActive = sql<boolean>`(rule.is_active and plan.is_active)`;

const profiles = sql<Link[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', profile.id, 'name', profile.name) order by lower(profile.name)), '[]')
  from access_profile as profile where profile.id in (
    select object_identifier from access_rule_object where rule_id = rule.id and object_type = 'access_profile'))`;

/** One row a subject of a rule. */
export const roleSource = (reader: Reader) =>
  listSource(roleMappingList, (db) =>
    db
      .selectFrom('access_rule_subject as subject')
      .innerJoin('access_rule as rule', 'rule.id', 'subject.rule_id')
      .innerJoin('key_plan as plan', 'plan.id', 'rule.keyplan_id')
      .where(isShownSubject(reader)),
  )({
    resource: 'key_plans',
    show: (rows) =>
      rows.select([
        'subject.id',
        'subject.subject_type',
        'subject.subject_identifier',
        subjectName(reader).as('subject_name'),
        'plan.id as keyplan_id',
        'plan.name as keyplan_name',
        'rule.id as rule_id',
        'rule.name as rule_name',
        'rule.subject_match',
        isActive.as('is_active'),
        profiles.as('access_profiles'),
        countDoorsOf(reader, sql`rule.id`).as('cylinders'),
      ]),
    id: 'subject.id',
    isCostly: true,
    filters: {
      keyplan_id: 'plan.id',
      rule_id: 'rule.id',
      access_profile_id: (id) =>
        sql`rule.id in (select rule_id from access_rule_object where object_type = 'access_profile' and object_identifier = ${id})`,
      subject_type: 'subject.subject_type',
      subject_identifier: (text) => sql`lower(subject.subject_identifier) = lower(${text})`,
      is_active: isActive,
    },
    search: (pattern) => sql`lower(${subjectName(reader)} || ' ' || rule.name || ' ' || plan.name) like ${pattern}`,
    sorts: {
      subject: [sql`lower(${subjectName(reader)})`, 'subject.subject_type'],
      rule_name: sql`lower(rule.name)`,
      keyplan_name: sql`lower(plan.name)`,
    },
    present: (row) => row,
    cells: { access_profiles: ({ access_profiles }) => access_profiles.map(({ name }) => name).join('; ') },
  });
