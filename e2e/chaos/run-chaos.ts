import { audit, keyPlans, people } from '@key2xs/contract';
import { compareWithRules, type StoryRule } from '../lib/key-system';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  runSync,
} from '../lib/scenario';
import { check, count, seconds, step } from '../story/report';
import { disturb } from './disturb';
import { listOfRound } from './made-up-lists';
import type { ChaosOptions } from './options';
import { newTally, patientCaller } from './patient';
import type { Stage } from './takeover';
import { type Places, playRound, startWork, type Work } from './work';
import { admin, type World } from './world';

const fire: StoryRule = { name: 'Fire, all stations', speaksOf: (row) => row.department === 'FIRE' };
/** Slow enough that a disturbance hits a running sync. */
const answerMs = 100;

export async function runChaos(world: World, options: ChaosOptions): Promise<Stage> {
  const places = await prepare(world);
  world.sandbox.script({ name: 'slow', amount: answerMs });
  const began = performance.now();
  const endWork = startWork(world, places);
  const lastWords = await disturb(world, options);
  const work = await endWork();
  step(`1. the storm lasted ${seconds(began)}`);
  world.sandbox.script();
  await playRound(patientCaller(world, newTally()), places, work);
  reportWork(work);
  check('the server never ended by itself', lastWords.length === 0, lastWords);
  await verify(world, work);
  return { places, round: work.round + 1 };
}

/** Sets up people, a key system, a plan and a first sync before anything breaks. */
async function prepare({ product, sandbox }: World): Promise<Places> {
  await product.signIn(admin.username, admin.password);
  const sourceId = await addStaff(product, 'Staff', listOfRound(0));
  const systemId = await connectKeySystem(product, 'CLIQ Head office', sandbox);
  const { planId } = await addPlan(product, { sourceId, systemId });
  const rule = { name: fire.name, departments: ['Fire'], objects: await fireStations(product) };
  await addDepartmentRule(product, { sourceId, planId }, rule);
  await activatePlan(product, planId);
  const synced = await runSync(product, systemId);
  check('the first sync succeeds', synced.status === 'SUCCESS', synced);
  return { sourceId, systemId };
}

function reportWork({ tasks, tally, round, exports, signIns, acknowledged }: Work): void {
  const of = (kind: string) => tasks.filter((task) => task.kind === kind).length;
  const done = `${of('directory')} imports, ${of('key_system')} syncs, ${of('inventory')} readings`;
  step(`   ${round} rounds: ${done}; ${exports} exports, ${signIns} sign-ins, ${acknowledged.length} key plans`);
  step(`   calls: ${count(tally.fine)} fine, ${tally.unavailable} asked to wait, ${tally.unreachable} unanswered`);
  const bad = tasks.filter(({ status, result }) => status !== 'SUCCESS' || result?.outcome === 'quarantined');
  check('every task ended well', bad.length === 0, bad.slice(0, 3));
  check('no call was answered wrongly', tally.wrong.length === 0, tally.wrong.slice(0, 3));
}

async function verify(world: World, { round, acknowledged }: Work): Promise<void> {
  const { product, sandbox } = world;
  const { rows } = listOfRound(round);
  const { total } = await product.must(people.list, { query: { limit: 1 } });
  check('the people are those of the list', total === rows.size, total);
  const moved = await product.must(people.list, { query: { department: 'FIRE', limit: 1 } });
  const wanted = [...rows.values()].filter(fire.speaksOf).length;
  check('and where the list has them', moved.total === wanted, { wanted, found: moved.total });
  const compared = await compareWithRules(sandbox, [fire], rows.values());
  check('the key system equals the plan', compared.wrong.length === 0, compared.wrong);
  step(`2. ${count(total)} people as listed; ${count(compared.found)} persons in the key system, equal to the plan`);
  const names = await listPlanNames(world);
  const lost = acknowledged.filter((name) => !names.includes(name));
  check('no acknowledged change is lost', lost.length === 0, lost);
  check('none was made twice', new Set(names).size === names.length, names.length - new Set(names).size);
  const chain = await product.must(audit.verify, {});
  check('the audit chain holds', chain.ok && chain.problems.length === 0, chain);
  step(`3. ${acknowledged.length} acknowledged key plans are there; ${count(chain.checked)} audit events verified`);
}

async function listPlanNames({ product }: World): Promise<string[]> {
  const names: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const { keyplans, total } = await product.must(keyPlans.list, { query: { limit: 100, offset } });
    names.push(...keyplans.map(({ name }) => name));
    if (offset + 100 >= total) return names;
  }
}
