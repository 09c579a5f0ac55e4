import { serveRequests } from '#platform/isolated/serve-requests';
import { type RunData, unpackRun } from '../suggestions/run-data';
import { describeBlock } from './describe-block';
import { runMatrix } from './run-matrix';
import type { RunAnswer, RunOrder } from './run-work';
import { settlePlan } from './settle-plan';

serveRequests<RunOrder, RunAnswer>(async ({ kind, run, order }) => ({
  ok: true,
  answer: await answerTo({ kind, order } as Unpacked, await unpackRun(run)),
}));

type Unpacked = RunOrder extends infer One ? (One extends RunOrder ? Omit<One, 'run'> : never) : never;

function answerTo(work: Unpacked, data: RunData): RunAnswer | Promise<RunAnswer> {
  if (work.kind === 'settle') return settlePlan(data, work.order);
  return work.kind === 'describe' ? describeBlock(data, work.order) : runMatrix(data);
}
