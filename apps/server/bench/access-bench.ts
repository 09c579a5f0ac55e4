import { enhancedKeyPlans, planVersions } from '@key2xs/contract';
import fastify from 'fastify';
import { sql } from 'kysely';
import { asProduct } from '#platform/visible-to';
import { createLiveAccess } from '../src/features/access/live/live-access';
import { askFor, quantile, type Round } from './ask-for';
import type { Bench } from './in-process';
import { seedLargeHouse, uuidOf } from './large-house';
import { median, remark, report } from './report';
import { benchStanding } from './standing-bench';

/** Processor time by that of a bare route. */
const budgets = { check: 2, list: 10, evaluate: 10 };

/** Questions about access through HTTP, and how soon an answer follows a change, at 50,000 people and 10,000 cylinders. */
export async function benchLiveAccess(bench: Bench): Promise<void> {
  const { db, access } = bench.server.deps;
  await seedLargeHouse(bench);
  const began = performance.now();
  await access.whole();
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
  let answers: readonly unknown[] = [];
  let turn = 0;
  bare.get('/same-size', async () => answers[turn++ % answers.length]);
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
      answers = await someAnswers(asked[side], bench.token);
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
      budgets[side],
      '×',
    );
  }
  await benchFreshness(bench);
  await benchPastQuestion(bench);
  await benchPreview(bench);
  await benchStanding(bench);
}

/** As different in length as they are: a bare route sends them from memory, one after the other. */
async function someAnswers(url: (i: number) => string, token: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${token}` };
  return Promise.all(Array.from({ length: 40 }, async (_, i) => (await fetch(url(i), { headers })).json()));
}

/** From a toggled rule's acknowledgement to the first right answer. */
async function benchFreshness({ server: { deps }, call }: Bench): Promise<void> {
  const other = createLiveAccess(deps);
  await other.whole();
  const params = { connection_id: uuidOf('hr'), rule_id: uuidOf('r1') };
  for (const [name, live, budget] of [
    ['the same process', deps.access, 20],
    ['another process', other, 200],
  ] as const) {
    const took: number[] = [];
    const toggling: number[] = [];
    for (let i = 0; i < 300; i++) {
      const asked = performance.now();
      await call(enhancedKeyPlans.toggleRule, { params, query: {} });
      const began = performance.now();
      await live.whole();
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
    await later.at(before, asProduct(deps.db));
    remark(`${which} question about a moment in the past: ${(performance.now() - began).toFixed(0)} ms`);
  }
}
