import { sql } from 'kysely';
import type { Caller, Deps, Tx } from '#platform/deps';
import type { ProfileContent, RuleContent } from '#platform/schema/schema';
import { type Changed, type ContentChanges, compareContents, type PlanContent } from '../content/sides';
import { touchKeyPlan } from '../settings/plan-queries';

type Writing = { deps: Pick<Deps, 'newId'>; caller: Caller; keyplanId: string };

/**
 * Makes the rules and profiles of a plan what the other side says, under the ids they have there, and removes the others. What is
 * equal stays untouched.
 * @returns how many were written or removed
 */
export const writeDraft = (
  tx: Tx,
  writing: Writing,
  { from, to }: { from: PlanContent; to: PlanContent },
): Promise<number> => writeChanges(tx, writing, compareContents(from, to));

/**
 * Writes changes of rules and profiles, raises their versions and that of their plan, and brings into force what takes effect at
 * once. Parts that a rule had already keep their ids. No other code writes rules and profiles.
 * @returns how many were written or removed
 */
export async function writeChanges(
  tx: Tx,
  { deps, caller, keyplanId }: Writing,
  { rules, profiles }: ContentChanges,
): Promise<number> {
  const records = [...rules, ...profiles].map(({ id }) => id);
  if (records.length === 0) return 0;
  await remove(tx, 'access_rule', rules);
  await remove(tx, 'access_profile', profiles);
  if (records.length > 1) await freeNames(tx, records);
  await writeProfiles(tx, keyplanId, here(profiles));
  await writeRules(tx, { deps, caller, keyplanId }, here(rules));
  await touchKeyPlan(tx, keyplanId, { by: caller, records });
  return records.length;
}

async function remove(
  tx: Tx,
  table: 'access_rule' | 'access_profile',
  changes: readonly Changed<unknown>[],
): Promise<void> {
  const gone = changes.filter(({ after }) => after === undefined).map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom(table).where('id', 'in', gone).execute();
}

const here = <T>(changes: readonly Changed<T>[]): T[] =>
  changes.flatMap(({ after }) => (after === undefined ? [] : [after]));

/** Names are unique in a plan, and two may have been exchanged. */
async function freeNames(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const table of ['access_rule', 'access_profile'] as const) {
    await sql`update ${sql.table(table)} set name = id::text where id = any(${[...ids]}::uuid[])`.execute(tx);
  }
}

/** Of a record that comes back: beyond what it had in any version in force, so that it counts as edited. */
const nextRecordVersion = sql`(
  select coalesce(max(part.record_version), 0) + 1 from key_plan_part as part where part.record_id = written.id)`;

async function writeProfiles(tx: Tx, keyplanId: string, profiles: readonly ProfileContent[]): Promise<void> {
  const all = JSON.stringify(profiles);
  const ids = profiles.map(({ id }) => id);
  await sql`
    insert into access_profile (id, keyplan_id, name, description, version)
    select id, ${keyplanId}, name, description, ${nextRecordVersion}
    from jsonb_to_recordset(${all}::jsonb) as written (id uuid, name text, description text)
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      version = access_profile.version + 1, updated_at = now()`.execute(tx);
  for (const { table, column, field, target } of inProfiles) {
    await sql`delete from ${sql.table(table)} where profile_id = any(${ids}::uuid[])`.execute(tx);
    // What the key system has lost for good since then cannot come back.
    await sql`
      insert into ${sql.table(table)} (profile_id, ${sql.ref(column)})
      select written.id, target.id
      from jsonb_to_recordset(${all}::jsonb) as written (id uuid, ${sql.ref(field)} uuid[])
      join ${sql.table(target)} as target on target.id = any(written.${sql.ref(field)})`.execute(tx);
  }
}

const inProfiles = [
  { table: 'access_profile_cylinder', column: 'cylinder_id', field: 'cylinder_ids', target: 'key_system_cylinder' },
  {
    table: 'access_profile_group',
    column: 'group_id',
    field: 'cylinder_group_ids',
    target: 'key_system_cylinder_group',
  },
] as const;

async function writeRules(tx: Tx, { deps, caller, keyplanId }: Writing, rules: readonly RuleContent[]): Promise<void> {
  await sql`
    insert into access_rule (id, keyplan_id, name, description, type, is_active, subject_match, updated_by, version)
    select id, ${keyplanId}, name, description, type, is_active, subject_match, ${caller.name}, ${nextRecordVersion}
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
      as written (id uuid, name text, description text, type text, is_active boolean, subject_match text)
    on conflict (id) do update set name = excluded.name, description = excluded.description, type = excluded.type,
      is_active = excluded.is_active, subject_match = excluded.subject_match, updated_by = excluded.updated_by,
      version = access_rule.version + 1, updated_at = now()`.execute(tx);
  for (const { table, columns, part } of inRules) {
    const rows = rules.flatMap((rule) => rule[part].map((one) => ({ ...one, rule_id: rule.id, id: deps.newId() })));
    const names = sql.raw(columns.map(([column]) => column).join(', '));
    const fields = sql.raw(columns.map(([column, , field = column]) => `"${field}"`).join(', '));
    const types = sql.raw(columns.map(([column, type, field = column]) => `"${field}" ${type}`).join(', '));
    const written = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as written (id uuid, rule_id uuid, ${types})`;
    const isWritten = sql.raw(`part.rule_id = written.rule_id and ${columns.map(isEqual).join(' and ')}`);
    await sql`
      delete from ${sql.table(table)} as part where rule_id = any(${rules.map(({ id }) => id)}::uuid[])
        and not exists (select from ${written} where ${isWritten})`.execute(tx);
    await sql`
      insert into ${sql.table(table)} (id, rule_id, ${names})
      select id, rule_id, ${fields} from ${written}
      where not exists (select from ${sql.table(table)} as part where ${isWritten})`.execute(tx);
  }
}

/** Days are the same in any order. */
const isEqual = ([column, type, field = column]: Column) =>
  type === 'int[]'
    ? `(part.${column} @> written."${field}" and part.${column} <@ written."${field}")`
    : `part.${column} is not distinct from written."${field}"`;

type Column = readonly [column: string, type: string, field?: string];
const inRules: readonly {
  table: 'access_rule_subject' | 'access_rule_object' | 'time_restriction';
  part: 'subjects' | 'objects' | 'time_restrictions';
  columns: readonly Column[];
}[] = [
  {
    table: 'access_rule_subject',
    part: 'subjects',
    columns: [
      ['subject_type', 'text'],
      ['subject_identifier', 'text'],
    ],
  },
  {
    table: 'access_rule_object',
    part: 'objects',
    columns: [
      ['object_type', 'text'],
      ['object_identifier', 'uuid'],
    ],
  },
  {
    table: 'time_restriction',
    part: 'time_restrictions',
    columns: [
      ['days', 'int[]'],
      ['from_time', 'text', 'from'],
      ['to_time', 'text', 'to'],
      ['valid_from', 'timestamptz'],
      ['valid_until', 'timestamptz'],
    ],
  },
];
