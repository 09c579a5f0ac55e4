import { describe, expect, it } from 'vitest';
import { aSuggestion, figures, runId } from './generator.fixture';
import { applyEvents, noEvents, type RunEvent } from './generator-events';

const status = (id: string, status: 'running' | 'finished', done: number): RunEvent => ({
  id,
  event: 'status',
  data: { run_id: runId, status, phase: 'rules', done, total: 10, input: null },
});
const events: RunEvent[] = [
  status('7', 'running', 1),
  { id: '8', event: 'suggestion', data: aSuggestion(1) },
  { id: '9', event: 'metric', data: { rules: 1, by_rules: 40 } },
  { id: '10', event: 'warning', data: { code: 'spelling', message: 'Two spellings.' } },
  { id: '12', event: 'suggestion', data: aSuggestion(2) },
  { id: '13', event: 'suggestion', data: aSuggestion(1, { people: 9 }) },
  { id: '14', event: 'metric', data: { rules: 2 } },
  status('15', 'running', 10),
  { id: '16', event: 'done', data: { run_id: runId, status: 'finished', figures: figures() } },
];
const whole = applyEvents(noEvents, events);

describe('the events of a run', () => {
  it('give the newest state: figures are completed, a suggestion takes the place of the one with its id', () => {
    expect(whole).toMatchObject({ lastId: '16', done: 10, total: 10, hasEnded: true, figures: figures() });
    expect([...whole.suggestions.values()].map(({ people }) => people)).toEqual([9, 40]);
    expect(whole.warnings).toEqual([{ code: 'spelling', message: 'Two spellings.' }]);
    expect(applyEvents(noEvents, events.slice(0, -1)).figures).toEqual({ rules: 2, by_rules: 40 });
  });

  it('give the same state in whatever pages they arrive, also if pages overlap', () => {
    for (let splits = 0; splits < 2 ** (events.length - 1); splits++) {
      const pages = events.reduce<RunEvent[][]>(
        (all, event, at) => {
          if (at > 0 && (splits >> (at - 1)) & 1) all.push([]);
          all.at(-1)?.push(event);
          return all;
        },
        [[]],
      );
      expect(pages.reduce(applyEvents, noEvents)).toEqual(whole);
      const overlapping = pages.map((page, at) => [...(pages[at - 1] ?? []), ...page]);
      expect(overlapping.reduce(applyEvents, noEvents)).toEqual(whole);
    }
  });
});
