import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { aLargeHouse } from '../../../packages/domain/test/large-house';
import { listDifferences, listPending } from '../src/features/plans/content/differences';
import { makeVersion } from '../src/features/plans/content/keep-versions';
import type { Db } from '../src/platform/deps';
import type { Bench } from './in-process';

/** The ids of the made-up house as the database wants them. */
export const uuidOf = (id: string): string => {
  const hex = createHash('md5').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/** Straight into the tables: what is measured is not how it got there. */
export async function seedLargeHouse({ server: { deps } }: Bench, house = aLargeHouse()): Promise<void> {
  const { db } = deps;
  const [source, system] = [uuidOf('hr'), uuidOf('system')];
  const insert = (table: string, columns: string, rows: readonly object[]) =>
    sql`insert into ${sql.table(table)} (${sql.raw(columns)})
      select ${sql.raw(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
      db,
    );
  await insert('iam_connection', 'id, name, provider', [{ id: source, name: 'Staff', provider: 'csv' }]);
  await insert(
    'person',
    'id, connection_id, external_id, display_name, department, job_title, active, source_hash',
    house.people.map((one) => ({
      ...one,
      id: uuidOf(one.id),
      connection_id: source,
      external_id: one.id,
      source_hash: '',
    })),
  );
  await insert('key_system_connection', 'id, name, system_type, cliq_api_url, domain_name, guard_limit_percent', [
    {
      id: system,
      name: 'Doors',
      system_type: 'CLIQ_WEB_MANAGER',
      cliq_api_url: 'https://127.0.0.1',
      domain_name: 'x',
      guard_limit_percent: 5,
    },
  ]);
  const inSystem = (id: string) => ({ id: uuidOf(id), connection_id: system, external_id: id, name: id, domain: 'x' });
  const groups = [...new Set(house.cylinders.map(({ group_id }) => group_id))];
  await insert('cylinder_group', 'id, connection_id, external_id, name, domain', groups.map(inSystem));
  await insert(
    'key_system_cylinder',
    'id, connection_id, external_id, name, domain, marking, cylinder_type, location, state, group_id',
    house.cylinders.map(({ id, group_id, location_id }) => ({
      ...inSystem(id),
      marking: id,
      cylinder_type: 'normal',
      location: location_id,
      state: 'programmed',
      group_id: uuidOf(group_id),
    })),
  );
  const plans = house.plans.map((plan) => ({ ...plan, id: uuidOf(plan.id), description: plan.name }));
  const settings = {
    takes_effect: 'at_once',
    needs_second_person: false,
    schedule_policy: 'refuse',
    version_in_force: 0,
  };
  await insert(
    'key_plan',
    'id, name, description, is_active, time_zone, takes_effect, needs_second_person, schedule_policy, version_in_force, version',
    plans.map((plan) => ({ ...plan, ...settings, version: 1 })),
  );
  await insert(
    'key_plan_iam_connection',
    'keyplan_id, connection_id',
    plans.map(({ id }) => ({ keyplan_id: id, connection_id: source })),
  );
  for (const { id } of plans) await bringIntoForce(db, id);
  await seedRules(house, insert);
  for (const { id } of plans) await bringIntoForce(db, id);
  await sql`analyze`.execute(db);
}

const bringIntoForce = (db: Db, id: string) =>
  db.transaction().execute(async (tx) => {
    const differences = [...(await listDifferences(tx, id, [id])), ...(await listPending(tx, id))];
    await makeVersion(tx, id, { cause: 'activation', by: { name: 'bench' } }, differences);
  });

type Insert = (table: string, columns: string, rows: readonly object[]) => Promise<unknown>;

/** Without profiles and places: rules name groups and cylinders. */
async function seedRules({ rules }: ReturnType<typeof aLargeHouse>, insert: Insert): Promise<void> {
  const parts = <T extends object>(of: (rule: (typeof rules)[number]) => readonly T[]) =>
    rules.flatMap((rule) =>
      of(rule).map((part, i) => ({
        ...part,
        id: uuidOf(`${rule.id} ${JSON.stringify(part)} ${i}`),
        rule_id: uuidOf(rule.id),
      })),
    );
  await insert(
    'access_rule',
    'id, keyplan_id, type, name, is_active, subject_match, updated_by',
    rules.map((rule) => ({
      ...rule,
      id: uuidOf(rule.id),
      keyplan_id: uuidOf(rule.keyplan_id),
      name: `Rule ${rule.id}`,
      type: 'custom',
      updated_by: 'admin',
    })),
  );
  await insert(
    'access_rule_subject',
    'id, rule_id, subject_type, subject_identifier',
    parts((rule) => rule.subjects),
  );
  await insert(
    'access_rule_object',
    'id, rule_id, object_type, object_identifier',
    parts((rule) =>
      rule.objects
        .filter(({ object_type }) => object_type === 'cylinder' || object_type === 'cylinder_group')
        .map((object) => ({ ...object, object_identifier: uuidOf(object.object_identifier) })),
    ),
  );
  await insert(
    'time_restriction',
    'id, rule_id, days, from_time, to_time',
    parts((rule) => rule.time_restrictions.map(({ days, from, to }) => ({ days, from_time: from, to_time: to }))),
  );
}
