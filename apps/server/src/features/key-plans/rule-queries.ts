import type { Page } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { groupBy } from '#platform/group-by';
import type { Schema } from '#platform/schema/schema';

type Subject = Selectable<Schema['access_rule_subject']>;
type RuleObject = Selectable<Schema['access_rule_object']> & { name: string };
type Restriction = Selectable<Schema['time_restriction']>;

export type RuleRow = Selectable<Schema['access_rule']> & {
  subjects: Subject[];
  objects: RuleObject[];
  time_restrictions: Restriction[];
};

export type RuleFilter = { keyplan_ids?: readonly string[]; rule_id?: string };

/** Rules with their parts in four queries, however many rules there are; by name. */
export async function listRules(db: Db, filter: RuleFilter, page?: Page): Promise<RuleRow[]> {
  const { keyplan_ids, rule_id } = filter;
  if (keyplan_ids?.length === 0) return [];
  const rules = await db
    .selectFrom('access_rule')
    .selectAll()
    .$if(keyplan_ids !== undefined, (q) => q.where('keyplan_id', 'in', keyplan_ids ?? []))
    .$if(rule_id !== undefined, (q) => q.where('id', '=', rule_id ?? ''))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .$if(page !== undefined, (q) => q.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  const ids = rules.map(({ id }) => id);
  if (ids.length === 0) return [];
  const subjects = await db
    .selectFrom('access_rule_subject')
    .selectAll()
    .where('rule_id', 'in', ids)
    .orderBy('id')
    .execute();
  const objects = await listObjects(db, ids);
  const restrictions = await db
    .selectFrom('time_restriction')
    .selectAll()
    .where('rule_id', 'in', ids)
    .orderBy('id')
    .execute();
  const ruleOf = ({ rule_id: id }: { rule_id: string }) => id;
  const subjectsOf = groupBy(subjects, ruleOf);
  const objectsOf = groupBy(objects, ruleOf);
  const restrictionsOf = groupBy(restrictions, ruleOf);
  return rules.map((rule) => ({
    ...rule,
    subjects: subjectsOf.get(rule.id) ?? [],
    objects: objectsOf.get(rule.id) ?? [],
    time_restrictions: restrictionsOf.get(rule.id) ?? [],
  }));
}

const listObjects = (db: Db, ruleIds: readonly string[]): Promise<RuleObject[]> =>
  db
    .selectFrom('access_rule_object as object')
    .leftJoin('cylinder', 'cylinder.id', 'object.object_identifier')
    .leftJoin('cylinder_group', 'cylinder_group.id', 'object.object_identifier')
    .leftJoin('access_profile', 'access_profile.id', 'object.object_identifier')
    .selectAll('object')
    .select(
      sql<string>`coalesce(access_profile.name, cylinder_group.name, cylinder.marking || ' ' || cylinder.name, '')`.as(
        'name',
      ),
    )
    .where('object.rule_id', 'in', ruleIds)
    .orderBy('object.id')
    .execute();

export async function countRules(db: Db, keyplanId: string): Promise<number> {
  const { count } = await db
    .selectFrom('access_rule')
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('keyplan_id', '=', keyplanId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type NewRule = {
  rule: Pick<Selectable<Schema['access_rule']>, 'id' | 'keyplan_id' | 'type' | 'name' | 'description' | 'updated_by'>;
  subjects: Subject[];
  objects: Omit<RuleObject, 'name'>[];
  time_restrictions: Restriction[];
};

export async function insertRule(tx: Tx, { rule, subjects, objects, time_restrictions }: NewRule): Promise<void> {
  await tx.insertInto('access_rule').values(rule).execute();
  await tx.insertInto('access_rule_subject').values(subjects).execute();
  await tx.insertInto('access_rule_object').values(objects).execute();
  if (time_restrictions.length > 0) await tx.insertInto('time_restriction').values(time_restrictions).execute();
}

/** Of the given objects, those that do not exist: cylinders and groups in any mirror, profiles in this plan. */
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
      else exists (select from access_profile where id = object_identifier and keyplan_id = ${keyplanId}) end`.execute(
    db,
  );
  return rows;
}
