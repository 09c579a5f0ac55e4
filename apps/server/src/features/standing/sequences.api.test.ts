import { accessRules, changeSets, keyPlans, overview, planVersions } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople } from '#test/factories/iam';
import { aKeyPlan, aRule, group, syncNow } from '#test/factories/key-plans';
import { aReadKeySystem, asAnotherClient, disturb, refusal } from '#test/factories/key-systems';
import { type ListedPerson, somePeople } from '#test/factories/people';
import { aTask, Killed, killAtTheEnd, undisturbed, workOn } from '#test/factories/tasks';
import { heldRights, standingOf, wantedRights } from '#test/naive-standing';
import { keySystemStep } from '../sync/key-system-step';

/** `npm run test:deep` asks for many more. */
const sequences = Number(process.env.KEY2XS_SEQUENCES ?? 6);
const stepsEach = 8;
const departments = ['Ward', 'Gate', 'Lab'];

type House = {
  app: TestApp;
  random: (below: number) => number;
  source: string;
  system: Awaited<ReturnType<typeof aReadKeySystem>>;
  /** One whose edits hold at once, one with a draft. */
  plans: readonly [string, string];
  listed: ListedPerson[];
  /** The sandbox as the product last saw it, by reading or writing. */
  seen: ReturnType<TestApp['sandbox']['inspect']>;
};

/** What happens in an installation; each leaves `seen` as the product could know it. */
const steps: Record<string, (house: House) => Promise<void>> = {
  async import({ app, random, source, listed }) {
    const person = listed[random(listed.length)];
    if (random(3) === 0) listed.push({ external_id: `N${listed.length}`, display_name: 'New', department: 'Ward' });
    else if (random(2) === 0 && listed.length > 8) listed.splice(random(listed.length), 1);
    else if (person) person.department = departments[random(departments.length)] ?? '';
    await importPeople(app, source, listed);
  },
  async edit({ app, random, source, plans, system }) {
    const plan = plans[random(2)] ?? '';
    const { call } = app.as('superadmin');
    const rules = (await call(accessRules.list, { params: { keyplan_id: plan }, query: {} })).body.items;
    const victim = rules[random(rules.length || 1)];
    if (victim && random(2) === 0) {
      await call(accessRules.remove, { params: { keyplan_id: plan, rule_id: victim.id } });
      return;
    }
    const objects = [group(system.group(`G-0${1 + random(4)}`).id)];
    await aRule(app, { plan, source, departments: [departments[random(3)] ?? ''], objects });
  },
  async activate({ app, plans: [, plan] }) {
    const body = { accept_losing: 1_000 };
    await app.as('superadmin').call(planVersions.activate, { params: { keyplan_id: plan }, body });
  },
  async switch({ app, random, plans }) {
    const id = plans[random(2)] ?? '';
    await app.as('superadmin').call(keyPlans.update, { params: { id }, body: { is_active: random(3) > 0 } });
  },
  async read(house) {
    await syncNow(house.app, { dry_run: true });
    house.seen = house.app.sandbox.inspect();
  },
  async sync(house) {
    const task = await syncNow(house.app);
    if (task.result?.outcome === 'quarantined') {
      const params = { id: task.change_set_id ?? '' };
      const { call } = house.app.as('superadmin');
      const { body } = await call(changeSets.allowOnce, { params, body: { reason: 'It is meant' } });
      await house.app.ended(body.task_id);
    }
    house.seen = house.app.sandbox.inspect();
  },
  async stop(house) {
    disturb(house.app, ({ method }) => (method === 'GET' ? undefined : refusal('Busy.')));
    await syncNow(house.app);
    house.app.sandbox.fault(undefined);
    house.seen = house.app.sandbox.inspect();
  },
  async kill(house) {
    const task = await aTask(house.app, { kind: 'key_system', key_system_connection_id: house.system.id });
    await expect(workOn(house.app, task.id, keySystemStep, killAtTheEnd)).rejects.toThrow(Killed);
    house.seen = house.app.sandbox.inspect();
    await expectTruth(house);
    await workOn(house.app, task.id, keySystemStep, undisturbed);
    await house.app.ended(task.id);
  },
  async changeThere({ app, random }) {
    const { profiles } = app.sandbox.inspect();
    const profile = profiles[random(profiles.length || 1)];
    const [member] = profile?.members ?? [];
    if (!profile?.reference || !member) return;
    const { reference } = profile;
    await asAnotherClient(app, (session) => session.changeProfileMembers(reference, { add: [], remove: [member] }));
  },
};

async function expectTruth({ app, system, seen }: House): Promise<void> {
  const truth = standingOf(await wantedRights(app, system.id), await heldRights(app, system.id, seen));
  const { body } = await app.as('superadmin').call(overview.get, { query: {} });
  expect(body).toMatchObject(truth);
  const active = await app.db.selectFrom('person').select('id').where('active', '=', true).execute();
  expect(body.people.total).toBe(active.length);
  const isEqual = Object.values(truth.recorded).every((count) => count === 0);
  if (!isEqual) expect(body.recorded.state).not.toBe('equal');
  if (body.recorded.writes === 0) expect(isEqual).toBe(true);
}

test.for(
  Array.from({ length: sequences }, (_, seed) => seed),
)('equals a full comparison after any sequence of events (%i)', async (seed, { app }) => {
  const random = randomOf(seed);
  const { id: source } = await aConnection(app, { guard_limit_percent: '100' });
  const system = await aReadKeySystem(app);
  const links = { sources: [source], keySystems: [system.id] };
  const plans = [
    (await aKeyPlan(app, links)).id,
    (await aKeyPlan(app, { ...links, takes_effect: 'on_activation' })).id,
  ] as const;
  const listed = somePeople(12).map((person, i) => ({ ...person, department: departments[i % 3] ?? '' }));
  await importPeople(app, source, listed);
  const house: House = { app, random, source, system, plans, listed, seen: app.sandbox.inspect() };
  const names = Object.keys(steps);
  const done: string[] = [];
  for (let n = 0; n < stepsEach; n++) {
    const name = names[random(names.length)] ?? '';
    done.push(name);
    await steps[name]?.(house);
    await expectTruth(house).catch((cause: unknown) => {
      throw new Error(`after ${done.join(', ')}`, { cause });
    });
  }
});

/** The same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e3779b9;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}
