import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { sql } from 'kysely';
import { aLargeHouse } from '../../../packages/domain/test/large-house';
import { createLiveAccess } from '../src/features/access/live-access';
import { askFor, quantile, type Round } from './ask-for';
import type { Bench } from './in-process';
import { median, remark, report } from './report';

/** The ids of the made-up house as the database wants them. */
const uuidOf = (id: string): string => {
  const hex = createHash('md5').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/** Questions about access through HTTP, and how soon an answer follows a change, at 50,000 people and 10,000 cylinders. */
export async function benchLiveAccess(bench: Bench): Promise<void> {
  const { db, access } = bench.server.deps;
  await seed(bench);
  const began = performance.now();
  await access.current();
  remark(`first question after a start: ${(performance.now() - began).toFixed(0)} ms`);

  const pair = (i: number) => ({
    person: uuidOf(`p${(i * 7_919) % 50_000}`),
    cylinder: uuidOf(`c${(i * 104_729) % 10_000}`),
  });
  const bare = fastify();
  bare.get('/', async () => {
    const { rows } =
      await sql`select session.id, admin.role from session join admin on admin.id = session.admin_id`.execute(db);
    return rows;
  });
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const check = (i: number) => {
    const { person, cylinder } = pair(i);
    return `${bench.server.url}/api/v1/access/check?person_id=${person}&cylinder_id=${cylinder}`;
  };
  const list = (i: number) => `${bench.server.url}/api/v1/access/cylinders/${pair(i).cylinder}/people?limit=50`;
  const rounds: Record<'bare' | 'check' | 'list', Round[]> = { bare: [], check: [], list: [] };
  for (let round = 0; round < 3; round++) {
    rounds.bare.push(await askFor(bareUrl));
    rounds.check.push(await askFor(check, bench.token));
    rounds.list.push(await askFor(list, bench.token));
  }
  await bare.close();
  const of = (side: keyof typeof rounds, figure: keyof Round) => median(rounds[side].map((round) => round[figure]));
  for (const side of ['bare', 'check', 'list'] as const) {
    remark(`${side}: ${of(side, 'perSecond').toFixed(0)} requests/s, p99 ${of(side, 'p99Ms').toFixed(1)} ms`);
  }
  report('Access: bare requests/s by checks', of('bare', 'perSecond') / of('check', 'perSecond'), 2, '×');
  await benchFreshness(bench);
  await benchPastQuestion(bench);
}

async function benchFreshness({ server: { deps } }: Bench): Promise<void> {
  const other = createLiveAccess(deps);
  await other.current();
  const rule = uuidOf('r1');
  for (const [name, live, budget] of [
    ['the same process', deps.access, 20],
    ['another process', other, 200],
  ] as const) {
    const took: number[] = [];
    for (let i = 0; i < 300; i++) {
      await deps.db
        .updateTable('access_rule')
        .set({ is_active: i % 2 === 0 })
        .where('id', '=', rule)
        .execute();
      const began = performance.now();
      await live.current();
      took.push(performance.now() - began);
    }
    report(`Access: a rule switched, to the first right answer of ${name}, p99`, quantile(took, 0.99), budget, 'ms');
  }
}

/** A day on which very many have moved, and what it costs to ask about the time before. */
async function benchPastQuestion({ server: { deps } }: Bench): Promise<void> {
  const before = new Date().toISOString();
  await sql`update person set department = department || ' (moved)' where left(id::text, 1) in ('0', '1', '2')`.execute(
    deps.db,
  );
  const later = createLiveAccess({ db: deps.db, clock: () => new Date(Date.now() + 3_600_000) });
  for (const which of ['first', 'second']) {
    const began = performance.now();
    await later.at(before);
    remark(`${which} question about a moment in the past: ${(performance.now() - began).toFixed(0)} ms`);
  }
}

/** Straight into the tables: what is measured is not how it got there. */
async function seed({ server: { deps } }: Bench): Promise<void> {
  const { db } = deps;
  const house = aLargeHouse();
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
    'cylinder',
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
  await insert('key_plan', 'id, name, description, is_active, time_zone', plans);
  await insert(
    'key_plan_iam_connection',
    'keyplan_id, connection_id',
    plans.map(({ id }) => ({ keyplan_id: id, connection_id: source })),
  );
  await seedRules(house, insert);
  await sql`analyze`.execute(db);
}

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
