import type { Page, RuleQuery, RuleSubject } from '@key2xs/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { cylinderWords, shownName } from '#platform/door-names';
import { containing } from '#platform/list/containing';
import type { Schema } from '#platform/schema/schema';
import { asProduct, type Reader } from '#platform/visible-to';
import { locationPath } from '../../locations/service';
import { subjectName } from '../../people/service';
import { isShownObject, isShownSubject } from './shown-parts';

export type NamedSubject = Selectable<Schema['access_rule_subject']> & { name: string };
export type NamedObject = Selectable<Schema['access_rule_object']> & { name: string };
export type Restriction = Selectable<Schema['time_restriction']>;

export type RuleRow = Selectable<Schema['access_rule']> & {
  subjects: NamedSubject[];
  objects: NamedObject[];
  time_restrictions: Restriction[];
};

/** With how many active people it matches. */
export type CountedRule = RuleRow & { people: number };

export type RuleFilter = {
  keyplan_ids?: readonly string[];
  rule_id?: string;
} & Partial<Pick<RuleQuery, (typeof asked)[number]>>;
const asked = [
  'search',
  'subject_type',
  'subject_identifier',
  'object_type',
  'object_identifier',
  'is_active',
] as const satisfies readonly (keyof RuleQuery)[];

type Order = { page: Page; sort: RuleQuery['sort'] };

const matching = (reader: Reader, { keyplan_ids, rule_id, search, is_active, ...named }: RuleFilter) =>
  reader.db
    .selectFrom('access_rule as rule')
    .$if(keyplan_ids !== undefined, (q) => q.where('rule.keyplan_id', 'in', keyplan_ids ?? []))
    .$if(rule_id !== undefined, (q) => q.where('rule.id', '=', rule_id ?? ''))
    .$if(is_active !== undefined, (q) => q.where('rule.is_active', '=', is_active ?? true))
    .$if(Boolean(search), (q) =>
      q.where(sql<boolean>`lower(rule.name || ' ' || coalesce(rule.description, '')) like ${containing(search ?? '')}`),
    )
    .where(hasSubject(reader, named))
    .where(hasObject(reader, named));

/** Type and identifier are of one subject. */
function hasSubject(reader: Reader, { subject_type, subject_identifier }: RuleFilter): RawBuilder<boolean> {
  if (subject_type === undefined && subject_identifier === undefined) return sql<boolean>`true`;
  const type = subject_type ? sql`subject_type = ${subject_type}` : sql`true`;
  const identifier =
    subject_identifier === undefined ? sql`true` : sql`lower(subject_identifier) = lower(${subject_identifier})`;
  return sql<boolean>`exists (select from access_rule_subject as subject
    where rule_id = rule.id and ${type} and ${identifier} and ${isShownSubject(reader)})`;
}

/** Type and identifier are of one object. */
function hasObject(reader: Reader, { object_type, object_identifier }: RuleFilter): RawBuilder<boolean> {
  if (object_type === undefined && object_identifier === undefined) return sql<boolean>`true`;
  const type = object_type ? sql`object_type = ${object_type}` : sql`true`;
  const identifier = object_identifier === undefined ? sql`true` : sql`object_identifier = ${object_identifier}`;
  return sql<boolean>`exists (select from access_rule_object as object
    where rule_id = rule.id and ${type} and ${identifier} and ${isShownObject(reader)})`;
}

const sorts = { name: sql`lower(rule.name)`, updated_at: sql`rule.updated_at`, type: sql`rule.type` };

/** A page in an order, rules alike by name. */
function inOrder(order: RuleQuery['sort']) {
  const name = order.replace('-', '') as keyof typeof sorts; // what a sort is without its minus
  return { term: sorts[name], direction: order.startsWith('-') ? 'desc' : 'asc' } as const;
}

/**
 * Rules with their parts in four queries, however many rules there are; by name unless ordered otherwise. Without people and doors
 * that the reader may not see.
 */
export async function listRules(reader: Reader, filter: RuleFilter, order?: Order): Promise<RuleRow[]> {
  if (filter.keyplan_ids?.length === 0) return [];
  const { db } = reader;
  const { term, direction } = inOrder(order?.sort ?? 'name');
  const rules = await matching(reader, filter)
    .selectAll('rule')
    .orderBy(term, direction)
    .orderBy(sql`lower(rule.name)`)
    .orderBy('rule.id')
    .$if(order !== undefined, (q) => q.limit(order?.page.limit ?? 0).offset(order?.page.offset ?? 0))
    .execute();
  const ids = rules.map(({ id }) => id);
  if (ids.length === 0) return [];
  const subjects = await db
    .selectFrom('access_rule_subject as subject')
    .selectAll()
    .select(subjectName(reader).as('name'))
    .where('rule_id', 'in', ids)
    .where(isShownSubject(reader))
    .orderBy('id')
    .execute();
  const objects = await listObjects(reader, ids);
  const restrictions = await db
    .selectFrom('time_restriction')
    .selectAll()
    .where('rule_id', 'in', ids)
    .orderBy('id')
    .execute();
  const ruleOf = ({ rule_id: id }: { rule_id: string }) => id;
  const subjectsOf = Map.groupBy(subjects, ruleOf);
  const objectsOf = Map.groupBy(objects, ruleOf);
  const restrictionsOf = Map.groupBy(restrictions, ruleOf);
  return rules.map((rule) => ({
    ...rule,
    subjects: subjectsOf.get(rule.id) ?? [],
    objects: objectsOf.get(rule.id) ?? [],
    time_restrictions: restrictionsOf.get(rule.id) ?? [],
  }));
}

/** The same with all their parts, for writing a rule or comparing it with another. */
export const listWholeRules = (db: Db, filter: RuleFilter): Promise<RuleRow[]> => listRules(asProduct(db), filter);

/** How something is called that a rule opens. */
const objectName = sql<string>`coalesce(
  (select name from access_profile where id = object.object_identifier),
  (select ${shownName('cylinder_group')} from cylinder_group where id = object.object_identifier),
  (select ${cylinderWords('cylinder')} from cylinder where id = object.object_identifier),
  ${locationPath('object.object_identifier')}, '')`;

const listObjects = (reader: Reader, ruleIds: readonly string[]): Promise<NamedObject[]> =>
  reader.db
    .selectFrom('access_rule_object as object')
    .selectAll('object')
    .select(objectName.as('name'))
    .where('object.rule_id', 'in', ruleIds)
    .where(isShownObject(reader))
    .orderBy('object.id')
    .execute();

export async function countRules(reader: Reader, filter: RuleFilter): Promise<number> {
  const { count } = await matching(reader, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** By id, of rules that there are. */
export async function listRuleVersions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('access_rule')
    .select(['id', 'version'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Of the given objects, those that do not exist: cylinders and groups in any mirror, places, profiles in this plan. */
export async function listMissingObjects(
  db: Db,
  keyplanId: string,
  objects: readonly { object_type: string; object_identifier: string }[],
): Promise<{ object_type: string; object_identifier: string }[]> {
  const { rows } = await sql<{ object_type: string; object_identifier: string }>`
    select named.* from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb)
      as named(object_type text, object_identifier uuid)
    where not case object_type
      when 'cylinder' then exists (select from cylinder where id = object_identifier and deleted_at is null)
      when 'cylinder_group' then exists (select from cylinder_group where id = object_identifier and deleted_at is null)
      when 'location' then exists (select from location where id = object_identifier)
      else exists (select from access_profile where id = object_identifier and keyplan_id = ${keyplanId}) end`.execute(
    db,
  );
  return rows;
}

/** Of the given subjects, people that there are not, and groups that no source of the plan has. */
export async function listMissingSubjects(
  db: Db,
  keyplanId: string,
  subjects: readonly RuleSubject[],
): Promise<RuleSubject[]> {
  const byId = subjects.filter(({ subject_type }) => subject_type === 'user' || subject_type === 'group');
  const { rows } = await sql<RuleSubject>`
    select named.* from jsonb_to_recordset(${JSON.stringify(byId)}::jsonb)
      as named(subject_type text, subject_identifier uuid)
    where not case subject_type
      when 'user' then exists (select from person where id = subject_identifier)
      else exists (
        select from person_group as one join key_plan_iam_connection as link using (connection_id)
        where one.id = subject_identifier and link.keyplan_id = ${keyplanId}) end`.execute(db);
  return rows;
}

/** How many rules name something as they are written: a profile in force stays until the draft without it is activated. */
export async function countDraftRulesNaming(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('access_rule')
    .where('id', 'in', (q) => q.selectFrom('access_rule_object').select('rule_id').where('object_identifier', '=', id))
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
