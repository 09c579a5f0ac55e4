import {
  changeSets,
  cylinders,
  type Endpoint,
  type Input,
  iam,
  keyPlans,
  overview,
  people,
  sync,
} from '@key2xs/contract';
import { loadLists, type StaffListFile } from '../lib/data/lists';
import type { Product } from '../lib/product';
import {
  activatePlan,
  addDepartmentRule,
  addPlan,
  addStaff,
  connectKeySystem,
  fireStations,
  importList,
  runSync,
} from '../lib/scenario';

type Scene = { sourceId: string; systemId: string; planId: string; list: StaffListFile };

/** Everyday calls, one of each, in a fixed cycle. */
type Call = (product: Product, scene: Scene, n: number) => Promise<unknown>;
const read = <E extends Endpoint>(endpoint: E, input: (scene: Scene, n: number) => Input<E>): Call => {
  return (product, scene, n) => product.must(endpoint, input(scene, n));
};

const calls: Call[] = [
  read(people.list, () => ({ query: { limit: 100 } })),
  read(people.list, (_, n) => ({ query: { search: 'aeiou'[n % 5] ?? 'a', limit: 50, sort: '-department' as const } })),
  read(overview.get, () => ({ query: {} })),
  read(sync.list, () => ({ query: { limit: 50 } })),
  read(cylinders.list, () => ({ query: { limit: 100, search: 'station' } })),
  read(changeSets.list, () => ({ query: { limit: 50 } })),
  read(iam.status, () => ({})),
  read(keyPlans.list, () => ({ query: {} })),
  read(people.exportCsv, () => ({ query: { department: 'FIRE' } })),
  read(iam.departments, ({ sourceId }) => ({ params: { id: sourceId } })),
  read(iam.update, ({ sourceId }, n) => ({ params: { id: sourceId }, body: { description: `Changed ${n} times` } })),
  async (product) => {
    const { status } = await product.call(people.get, { params: { id: '00000000-0000-7000-8000-000000000000' } });
    if (status !== 404) throw new Error(`an unknown person answered ${status}`);
  },
];

/** A small installation: 250 people, the sandbox, one active plan. */
export async function setUp(product: Product): Promise<Scene> {
  const { first: list } = await loadLists({ isSmall: true });
  const sourceId = await addStaff(product, 'Staff', list);
  const systemId = await connectKeySystem(product, 'Keys');
  const { planId } = await addPlan(product, { sourceId, systemId });
  const objects = await fireStations(product);
  await addDepartmentRule(product, { sourceId, planId }, { name: 'Fire', departments: ['FIRE'], objects });
  await activatePlan(product, planId);
  await runSync(product, systemId);
  return { sourceId, systemId, planId, list };
}

const clients = 4;
const importEvery = 100;
const syncEvery = 10;

/** Mixed calls from four clients; an import with some movers per hundred calls, a sync per ten imports. */
export async function work(product: Product, scene: Scene, range: { from: number; to: number }): Promise<void> {
  let next = range.from;
  const client = async () => {
    for (let n = next++; n < range.to; n = next++) {
      await calls[n % calls.length]?.(product, scene, n);
      if (n % importEvery === importEvery - 1) await bringInNews(product, scene, n);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: a second run over the same source is refused. */
function bringInNews(product: Product, scene: Scene, n: number): Promise<void> {
  const mine = turn.then(async () => {
    await succeed(await importList(product, scene.sourceId, withMovers(scene.list, n)));
    if (n % (importEvery * syncEvery) === importEvery * syncEvery - 1)
      await succeed(await runSync(product, scene.systemId));
  });
  turn = mine;
  return mine;
}

function succeed({ status, error }: { status: string; error: string | null }): void {
  if (status !== 'SUCCESS') throw new Error(`a task ended as ${status}: ${error}`);
}

/** Every tenth person has a new title. */
function withMovers(list: StaffListFile, n: number): StaffListFile {
  const lines = list.content.toString().split('\n');
  const moved = lines.map((line, at) =>
    at > 0 && at % 10 === n % 10 ? line.replace(/CLERK|OFFICER|[A-Z]+ER\b/, `$& ${n}`) : line,
  );
  return { ...list, content: Buffer.from(moved.join('\n')) };
}
