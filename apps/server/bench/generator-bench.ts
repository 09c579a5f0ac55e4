import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GeneratorSettings, suggestions } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { generateCampus } from '../../../packages/domain/src/mining/testing/campus';
import { type CampusSettings, campusOf100000 } from '../../../packages/domain/src/mining/testing/campus-sizes';
import { rowOfInput } from '../src/features/generator/run-queries';
import { startTask } from '../src/features/tasks/service';
import type { Caller } from '../src/platform/deps';
import type { Bench } from './in-process';
import { median, remark, report } from './report';
import { longest, watchHealth } from './watch-health';

const size: CampusSettings = { ...campusOf100000, missing: 0.01, extra: 0.02, seed: 1 };

/** Edits of a run over 100,000 people: how long an answer takes, and how long the rest of the server waits for it. */
export async function benchGenerator(bench: Bench): Promise<void> {
  const { server, call } = bench;
  const id = await runOnCampus(bench);

  const params = { id };
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const health = await watchHealth(server.url);
    delay.enable();
    const began = performance.now();
    await work();
    const ms = performance.now() - began;
    delay.disable();
    const answers = await health();
    const [slice, asked] = [delay.max / 1e6, longest(answers)];
    remark(
      `${what}: ${ms.toFixed(0)} ms, main thread at most ${slice.toFixed(0)} ms, /healthz at most ${asked.toFixed(0)} ms`,
    );
    return { ms, slice };
  };
  const list = await call(suggestions.suggestions, { params, query: { limit: 200 } });
  const ids = list.items.map((one) => one.id);
  const of = (at: number) => ({ id, suggestion_id: ids[at % ids.length] ?? '' });
  remark(`${list.total} suggestions`);

  await timed('matrix', () => call(suggestions.matrix, { params }));
  await timed('description', () => call(suggestions.suggestion, { params: of(0) }));
  const edits: { ms: number; slice: number }[] = [];
  for (let at = 0; at < 6; at++) {
    const reject = { decision: 'rejected', reason: 'Bench' } as const;
    const body = at % 2 === 0 ? reject : ({ decision: 'open' } as const);
    edits.push(
      await timed(`edit ${at + 1}`, () => call(suggestions.editSuggestion, { params: of(3 * (at - (at % 2))), body })),
    );
  }
  await timed('acceptance', () => call(suggestions.editSuggestion, { params: of(1), body: { decision: 'accepted' } }));
  report('An edit of a suggestion over 100,000 people, first', edits[0]?.ms ?? 0, 2_000, 'ms');
  report(
    'An edit of a suggestion over 100,000 people, median of the next',
    median(edits.slice(1).map(({ ms }) => ms)),
    2_000,
    'ms',
  );
  const { items } = await call(suggestions.choices, { params });
  const other = items.find(({ is_present }) => !is_present);
  if (!other) throw new Error('There is no plan to choose from.');
  const body = { choice_id: other.id, accept_additions: other.additions };
  const chosen = await timed('another plan', () => call(suggestions.choose, { params, body }));
  const proven = await timed('proof', () => call(suggestions.proof, { params, query: {} }));
  const drafted = await timed('draft', () => call(suggestions.draft, { params, body: { name: 'Campus' } }));
  const slice = Math.max(...[...edits, chosen, proven, drafted].map((one) => one.slice));
  report('The main thread during edits, a choice, a proof and a draft over 100,000 people, longest', slice, 100, 'ms');
}

const names = ['department', 'job_title', 'group'] as const;

/** A run of the generator that has ended, with its plans to choose from. @returns its id */
async function runOnCampus({ server: { deps }, ended }: Bench): Promise<string> {
  const { relation, attributes: all } = generateCampus(size);
  const attributes = names.flatMap((name) => {
    const known = all.find((one) => one.name === name);
    return known ? [{ ...known, name, keys: known.labels.map(foldText) }] : [];
  });
  const id = randomUUID();
  const input = {
    people: Array.from({ length: size.people }, () => randomUUID()),
    cylinders: Array.from({ length: size.cylinders }, () => randomUUID()),
    mining: {
      relation,
      attributes: attributes.map(({ labels: _, ...attribute }) => attribute),
      protectionClass: new Uint8Array(size.cylinders).fill(1),
      needsApproval: new Uint8Array(size.cylinders),
      neverBoth: [],
      used: null,
      previous: [],
    },
    hours: null,
    profiles: [],
    names: {
      values: attributes.map(({ labels }) => labels),
      places: [],
      placeOf: new Int32Array(size.cylinders).fill(-1),
    },
  };
  const data = await rowOfInput(id, input);
  const settings = GeneratorSettings.parse({ generosity: 'some' });
  const caller: Caller = { actor: undefined, name: 'bench', request_id: null, sign: deps.signEvent };
  const task = await deps.db.transaction().execute(async (tx) => {
    const row = { id, name: 'Campus', settings: JSON.stringify(settings), seed: 1, started_by: 'bench' };
    await tx.insertInto('generator_run').values(row).execute();
    await tx.insertInto('generator_data').values(data).execute();
    const started = await startTask(tx, deps, caller, { kind: 'generator', subject_id: id });
    await tx
      .updateTable('generator_run')
      .set({ task_id: started.id, status: 'running' })
      .where('id', '=', id)
      .execute();
    return started;
  });
  deps.jobs.nudge();
  const began = performance.now();
  await ended(task.id, 500);

  remark(
    `${relation.list.length} rights mined, with plans to choose from, in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  return id;
}
