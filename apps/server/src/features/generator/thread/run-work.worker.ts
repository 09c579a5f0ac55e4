import { serveRequests } from '#platform/isolated/serve-requests';
import { chooseSuggestions } from './choose-suggestions';
import { describeBlock } from './describe-block';
import { KeptRun } from './kept-run';
import { placeFound } from './place-found';
import { provePlan } from './prove-plan';
import { runMatrix } from './run-matrix';
import type { RunAnswer, RunOrder } from './run-work';
import { settlePlan } from './settle-plan';

const kept = new KeptRun();

serveRequests<RunOrder, RunAnswer>(async (work) => ({ ok: true, answer: await answerTo(work) }));

async function answerTo(work: RunOrder): Promise<RunAnswer> {
  if (work.kind === 'found') {
    const input = await kept.findInput(work.run);
    return input ? runMatrix({ ...input, rights: placeFound(input.mining, work.order) }) : 'unknown';
  }
  const data = await kept.find(work.run);
  if (!data) return 'unknown';
  if (work.kind === 'describe') return describeBlock(data, work.order);
  if (work.kind === 'matrix') return runMatrix(data);
  if (work.kind === 'prove') return provePlan(data, work.order);
  const { plan, rights } =
    work.kind === 'settle' ? await settlePlan(data, work.order) : await chooseSuggestions(data, work.order);
  // The next edit begins where this one ends.
  kept.add(plan.rightsKey, rights);
  return plan;
}
