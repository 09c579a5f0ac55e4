import { iam } from '@key2xs/contract';
import { sql } from 'kysely';
import { addSource, timeImport } from './import-bench';
import type { Bench } from './in-process';
import { remark, report } from './report';

/** In an order in which neither side is always the later one; the first round only warms up. */
const order = ['without', 'with', 'without', 'without', 'with', 'with', 'without', 'without', 'with'] as const;
const titleColumn = 5;

/** What it costs to keep the past: the same imports with and without its triggers, in turns, the quickest of four each. */
export async function benchPast(bench: Bench, list: { content: Buffer; movers: number }): Promise<void> {
  const moved = withOtherTitles(list);
  const first: Sides = { with: [], without: [] };
  const same: Sides = { with: [], without: [] };
  const movers: Sides = { with: [], without: [] };
  for (const [round, side] of order.entries()) {
    await keepPast(bench, side);
    const id = await addSource(bench, `Source ${round}`, list);
    const took = [await timeImport(bench, id), await timeImport(bench, id)] as const;
    await upload(bench, id, moved);
    if (round > 0) {
      first[side].push(took[0]);
      same[side].push(took[1]);
      movers[side].push(await timeImport(bench, id));
    }
    await sql`vacuum analyze`.execute(bench.server.deps.db);
  }
  tell('first import', first, 1.02);
  tell('the same list again', same, 1.02);
  tell(`${list.movers} people with another title`, movers, 1.15);
}

type Sides = Record<'with' | 'without', number[]>;

function tell(what: string, took: Sides, budget: number): void {
  const [kept, bare] = [Math.min(...took.with), Math.min(...took.without)];
  remark(`${what}: ${kept.toFixed(0)} ms with the past kept, ${bare.toFixed(0)} ms without`);
  report(`${what}, with the past kept against without`, kept / bare, budget, '×');
}

async function keepPast({ server: { deps } }: Bench, side: keyof Sides): Promise<void> {
  const verb = side === 'with' ? 'enable' : 'disable';
  for (const trigger of ['past_updated', 'past_deleted']) {
    await sql.raw(`alter table person ${verb} trigger ${trigger}`).execute(deps.db);
  }
}

async function upload({ call }: Bench, id: string, content: Buffer): Promise<void> {
  const bytes = new Uint8Array(content);
  await call(iam.uploadStaffList, {
    params: { id },
    body: { file: { name: 'moved.csv', arrayBuffer: async () => bytes.buffer } },
  });
}

function withOtherTitles({ content, movers }: { content: Buffer; movers: number }): Buffer {
  const lines = content.toString().split('\n');
  const changed = lines.map((line, i) => {
    if (i === 0 || i > movers) return line;
    const cells = line.split(',');
    cells[titleColumn] = `${cells[titleColumn]} (acting)`;
    return cells.join(',');
  });
  return Buffer.from(changed.join('\n'));
}
