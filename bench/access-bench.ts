import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { remark, report } from '../apps/server/bench/report';
import { cylindersOf, mayOpen, personsOf } from '../packages/domain/src/access/answers/ask-access';
import { evaluateAccess, explainAccess } from '../packages/domain/src/access/answers/explain-access';
import { checkPlan } from '../packages/domain/src/access/check/check-plan';
import { reachedElsewhere } from '../packages/domain/src/access/check/reached-elsewhere';
import { type AccessIndex, indexAccess, putRule } from '../packages/domain/src/access/indexing/access-index';
import { countBits, listBits } from '../packages/domain/src/access/indexing/bits';
import { copyAccess } from '../packages/domain/src/access/indexing/copy-access';
import { putCylinder, putPerson } from '../packages/domain/src/access/indexing/patch-access';
import { accessMatrix } from '../packages/domain/src/access/matrix/access-matrix';
import { compareAccess } from '../packages/domain/src/access/totals/compare-access';
import { aLargeHouse } from '../packages/domain/test/large-house';
import { bareCheck, bareCylinders, bareIndex, bareMatrix, barePeople, bareReasons } from './bare-index';
import { casbinEngine, cedarEngine, type EngineQuery } from './other-engines';

const noon = Date.parse('2025-01-06T12:00:00Z');
/** Strides that visit people and cylinders in a cache-unfriendly order. */
const person = (i: number) => (i * 7_919) % 50_000;
const cylinder = (i: number) => (i * 104_729) % 10_000;

/** Compares the access index with a bare bitset index, casbin and Cedar, on the same 50,000 people, 10,000 cylinders and 600 rules. */
export async function benchAccess(): Promise<void> {
  const house = aLargeHouse();
  const before = memory();
  const index = indexAccess(house);
  const size = memory() - before;
  const bare = bareIndex(house);
  sameAnswers(index, bare);

  const compiling = microseconds(5, () => indexAccess(house).rules.length);
  report('Access: indexing everything', compiling / 1_000, 500, 'ms');
  remark(`a bare index of bits: ${(microseconds(5, () => bareIndex(house).words) / 1_000).toFixed(0)} ms`);
  report('Access: memory of the index, ids of people and cylinders included', size / 1e6, 20, 'MB');

  const check = microseconds(5_000_000, (i) => Number(mayOpen(index, { person: person(i), cylinder: cylinder(i) })));
  const timed = microseconds(5_000_000, (i) =>
    Number(mayOpen(index, { person: person(i), cylinder: cylinder(i) }, noon + i * 1_000)),
  );
  report('Access: one decision', check, 0.25, 'µs');
  report('Access: one decision at a moment', timed, 0.25, 'µs');
  const beside = (what: string, ours: number, [limit, times]: [number, number]) =>
    report(`Access: ${what}, × the bare index`, ours / limit, times, '×');
  beside('one decision', check, [microseconds(5_000_000, (i) => Number(bareCheck(bare, person(i), cylinder(i)))), 3]);
  await besideOthers(house, check);

  const cylinders = microseconds(50_000, (i) => listBits(cylindersOf(index, person(i))).length);
  report('Access: cylinders of a person', cylinders, 25, 'µs');
  beside('cylinders of a person', cylinders, [microseconds(50_000, (i) => bareCylinders(bare, person(i)).length), 3]);
  const people = microseconds(20_000, (i) => personsOf(index, cylinder(i)).length);
  report('Access: persons of a cylinder', people, 60, 'µs');
  beside('persons of a cylinder', people, [microseconds(20_000, (i) => barePeople(bare, cylinder(i)).length), 3]);
  const matrix = microseconds(5, () => accessMatrix(index).bits.length);
  report('Access: the whole matrix', matrix / 1_000, 150, 'ms');
  beside('the whole matrix', matrix, [microseconds(5, () => bareMatrix(bare).length), 3]);
  const why = microseconds(50_000, (i) => reasons(index, i));
  remark(`reasons of a pair: ${why.toFixed(2)} µs; numbers of rules alone, bare: ${bareWhy(bare).toFixed(2)} µs`);
  const at = new Date(noon).toISOString();
  remark(
    `all doors of a person with reasons: ${microseconds(500, (i) => evaluateAccess(index, `p${person(i)}`, at).length).toFixed(0)} µs`,
  );
  benchCheck(house);
  benchPatches(index, house);
}

/** All 600 rules as one plan, with a different protection class for each house. */
function benchCheck(house: ReturnType<typeof aLargeHouse>): void {
  const [plan] = house.plans;
  if (!plan) throw new Error('A house without plans.');
  const rules = house.rules.map((rule) => ({ ...rule, keyplan_id: plan.id }));
  const index = indexAccess({ ...house, plans: [plan], rules });
  const measures = {
    people: house.people,
    cylinder_group_ids: new Set(house.cylinders.map((one) => one.group_id)),
    linked_cylinder_ids: new Set(house.cylinders.map(({ id }) => id)),
    protection: new Map(house.locations.map(({ id }, i) => [id, (i % 4) + 1])),
  };
  const all = indexAccess(house);
  const check = () => checkPlan({ index, plan, ...measures, elsewhere: reachedElsewhere(all, plan.id) });
  const checked = microseconds(5, () => check().findings.length);
  report('Access: check of a plan', checked / 1_000, 500, 'ms');
}

function benchPatches(index: AccessIndex, house: ReturnType<typeof aLargeHouse>): void {
  const rule = (i: number) => house.rules[i % 600] ?? house.rules[0];
  const edited = microseconds(20, (i) => {
    const [copy, changed] = [copyAccess(index), rule(i)];
    if (changed) putRule(copy, { ...changed, objects: changed.objects.slice(1) });
    return pairs(index, copy);
  });
  report('Access: preview of one edited rule', edited / 1_000, 200, 'ms');
  const rules = house.rules.map((one, i) => ({ ...one, objects: rule(i + 1)?.objects ?? [] }));
  const version = microseconds(3, () => pairs(index, indexAccess({ ...house, rules })));
  report('Access: preview of another version', version / 1_000, 1_000, 'ms');
  const switched = microseconds(1_000, (i) => {
    const changed = rule(i);
    if (changed) putRule(index, { ...changed, is_active: i % 2 === 0 });
    return 1;
  });
  const moved = microseconds(5_000, (i) => {
    const one = house.people[i];
    if (one) putPerson(index, { ...one, department: `Department of ${i % 60}` });
    return 1;
  });
  const regrouped = microseconds(1_000, (i) => {
    const one = house.cylinders[i];
    if (one) putCylinder(index, { ...one, group_id: `g${i % 800}` });
    return 1;
  });
  remark(
    `patches: a rule ${switched.toFixed(0)} µs, a person ${moved.toFixed(1)} µs, a cylinder ${regrouped.toFixed(0)} µs`,
  );
}

/** casbin and Cedar evaluate all policies each time, so they answer only a few hundred questions. */
async function besideOthers(house: ReturnType<typeof aLargeHouse>, ours: number): Promise<void> {
  const asked = Array.from({ length: 300 }, (_, i) => i);
  const questions = { people: asked.map(person), cylinders: asked.map(cylinder) };
  const engines: [string, EngineQuery, number][] = [
    ['casbin', await casbinEngine(house, questions), 3_000],
    ['Cedar', cedarEngine(house), 500],
  ];
  const index = indexAccess(house);
  for (const [name, engine, times] of engines) {
    const wrong = asked.filter(
      (i) => engine(person(i), cylinder(i)) !== mayOpen(index, { person: person(i), cylinder: cylinder(i) }),
    );
    if (wrong.length > 0) throw new Error(`${name} answers ${wrong.length} of ${asked.length} questions differently.`);
    const theirs = microseconds(asked.length, (i) => Number(engine(person(i), cylinder(i))));
    remark(`${name}: ${theirs.toFixed(0)} µs a decision, ${Math.round(theirs / ours)} × ours`);
    report(`Access: one decision, share of the time ${name} may take`, (ours * times) / theirs, 1, '');
  }
}

function sameAnswers(index: AccessIndex, bare: ReturnType<typeof bareIndex>): void {
  for (let i = 0; i < 100_000; i++) {
    const isOpen = mayOpen(index, { person: person(i), cylinder: cylinder(i) });
    if (isOpen !== bareCheck(bare, person(i), cylinder(i))) throw new Error('The bare index answers differently.');
  }
}

const reasons = (index: AccessIndex, i: number): number =>
  explainAccess(index, { person: person(i), cylinder: cylinder(i), epochMs: noon }).length;

const bareWhy = (bare: ReturnType<typeof bareIndex>): number =>
  microseconds(50_000, (i) => bareReasons(bare, person(i), cylinder(i)).length);

function pairs(before: AccessIndex, after: AccessIndex): number {
  let count = 0;
  for (const { persons, gained, lost } of compareAccess(before, after)) {
    count += persons.length * (countBits(gained) + countBits(lost));
  }
  return count;
}

/** CPU time of one call, in microseconds; sums the answers, so that no call is optimised away. */
function microseconds(times: number, call: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < Math.min(times, 1_000); i++) sum += call(i);
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) sum += call(i);
  const { user } = process.cpuUsage(start);
  if (sum === 0) throw new Error('Nothing was answered.');
  return user / times;
}

const collectGarbage: () => void = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
})();

function memory(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
