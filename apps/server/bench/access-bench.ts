import { createHash } from 'node:crypto';
import { enhancedKeyPlans, planVersions } from '@key2xs/contract';
import fastify from 'fastify';
import { sql } from 'kysely';
import { aLargeHouse } from '../../../packages/domain/test/large-house';
import { createLiveAccess } from '../src/features/access/live-access';
import { listDifferences, listPending } from '../src/features/key-plans/versions/differences';
import { makeVersion } from '../src/features/key-plans/versions/keep-versions';
import type { Db } from '../src/platform/deps';
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
  let answer: unknown;
  bare.get('/same-size', async () => answer);
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  const check = (i: number) => {
    const { person, cylinder } = pair(i);
    return `${bench.server.url}/api/v1/access/check?person_id=${person}&cylinder_id=${cylinder}`;
  };
  const list = (i: number) => `${bench.server.url}/api/v1/access/cylinders/${pair(i).cylinder}/people?limit=50`;
  const evaluate = (i: number) =>
    `${bench.server.url}/api/v1/enhanced-keyplans/connections/${uuidOf('hr')}/evaluate-user-access/${pair(i).person}`;
  const asked = { check, list, evaluate };
  const sides = Object.keys(asked) as (keyof typeof asked)[]; // keys of a closed object
  const rounds = { check: [], list: [], evaluate: [] } as Record<keyof typeof asked, { bare: Round; own: Round }[]>; // filled below
  for (let round = 0; round < 3; round++) {
    for (const side of sides) {
      answer = await anAnswer(asked[side], bench.token);
      const bareRound = await askFor(side === 'check' ? bareUrl : `${bareUrl}/same-size`);
      rounds[side].push({ bare: bareRound, own: await askFor(asked[side], bench.token) });
    }
  }
  await bare.close();
  for (const side of sides) {
    const of = (which: 'bare' | 'own', figure: keyof Round) =>
      median(rounds[side].map((round) => round[which][figure]));
    for (const which of ['bare', 'own'] as const) {
      const rate = `${of(which, 'perSecond').toFixed(0)} requests/s, p99 ${of(which, 'p99Ms').toFixed(1)} ms`;
      remark(`${side}, ${which}: ${rate}, ${of(which, 'cpuMs').toFixed(2)} ms of processor time each`);
    }
    report(
      `Access: processor time of ${side} by that of a bare route`,
      of('own', 'cpuMs') / of('bare', 'cpuMs'),
      2,
      '×',
    );
  }
  await benchFreshness(bench);
  await benchPastQuestion(bench);
  await benchPreview(bench);
}

/** The one in the middle of forty by length: a bare route sends it from memory. */
async function anAnswer(url: (i: number) => string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const texts = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => (await fetch(url(i), { headers })).text()),
  );
  return JSON.parse(texts.sort((a, b) => a.length - b.length)[20] ?? '');
}

/** From a toggled rule's acknowledgement to the first right answer. */
async function benchFreshness({ server: { deps }, call }: Bench): Promise<void> {
  const other = createLiveAccess(deps);
  await other.current();
  const params = { connection_id: uuidOf('hr'), rule_id: uuidOf('r1') };
  for (const [name, live, budget] of [
    ['the same process', deps.access, 20],
    ['another process', other, 200],
  ] as const) {
    const took: number[] = [];
    const toggling: number[] = [];
    for (let i = 0; i < 300; i++) {
      const asked = performance.now();
      await call(enhancedKeyPlans.toggleRule, { params });
      const began = performance.now();
      await live.current();
      took.push(performance.now() - began);
      toggling.push(began - asked);
    }
    report(`Access: a rule switched, to the first right answer of ${name}, p99`, quantile(took, 0.99), budget, 'ms');
    remark(
      `switching it: median ${quantile(toggling, 0.5).toFixed(1)} ms, p99 ${quantile(toggling, 0.99).toFixed(1)} ms`,
    );
  }
}

/** Who would gain and lose which doors: by one edited rule, and by a whole plan against none of it. */
async function benchPreview({ call }: Bench): Promise<void> {
  const rules = Array.from({ length: 20 }, (_, i) => uuidOf(`r${i * 5}`));
  const one = await timed(rules, async (rule_id) => {
    const edit = { kind: 'change_rule', rule_id, rule: { is_active: false } } as const;
    await call(planVersions.preview, { params: { keyplan_id: uuidOf('plan0') }, body: { edit } });
  });
  report('Access: preview of one edited rule, median', one.median, 200, 'ms');
  const whole = await timed([1, 2, 3, 4, 5], () =>
    call(planVersions.compare, { params: { keyplan_id: uuidOf('plan0') }, query: { from: '1', to: 'in_force' } }),
  );
  report('Access: preview of a whole other version, median', whole.median, 1_000, 'ms');
}

async function timed<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<{ median: number }> {
  const took: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await work(item);
    took.push(performance.now() - began);
  }
  return { median: median(took) };
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
