import type { GeneratorFigures, GeneratorInput, GeneratorPhase, generator, Output, Suggestion } from '@key2xs/contract';

export type RunEvent = Output<typeof generator.events>['items'][number];

/** What is known of a run from its events. */
export type RunProgress = {
  /** The last event that is contained. */
  lastId: string;
  /** The last one with which the matrix has changed: something was read, or suggested. */
  lastFoundId: string;
  phase: GeneratorPhase | null;
  done: number;
  /** 0 while unknown. */
  total: number;
  input: GeneratorInput | null;
  figures: Partial<GeneratorFigures>;
  /** In the order in which they appeared first. */
  suggestions: ReadonlyMap<string, Suggestion>;
  warnings: readonly { code: string; message: string }[];
  error: string | null;
  hasEnded: boolean;
};

export const noEvents: RunProgress = {
  lastId: '0',
  lastFoundId: '0',
  phase: null,
  done: 0,
  total: 0,
  input: null,
  figures: {},
  suggestions: new Map(),
  warnings: [],
  error: null,
  hasEnded: false,
};

const endings: ReadonlySet<string> = new Set(['finished', 'stopped', 'failed']);

/** Continues with these events, oldest first. Those that are contained already are left out, so pages may overlap. */
export function applyEvents(before: RunProgress, events: readonly RunEvent[]): RunProgress {
  const suggestions = new Map(before.suggestions);
  let progress = before;
  for (const event of events) {
    if (BigInt(event.id) <= BigInt(progress.lastId)) continue;
    if (event.event === 'suggestion') suggestions.set(event.data.id, event.data);
    const hasFound = event.event === 'suggestion' || (event.event === 'status' && event.data.input !== null);
    const lastFoundId = hasFound ? event.id : progress.lastFoundId;
    progress = { ...progress, ...changeBy(progress, event), lastFoundId, lastId: event.id };
  }
  return progress === before ? before : { ...progress, suggestions };
}

function changeBy(before: RunProgress, event: RunEvent): Partial<RunProgress> {
  switch (event.event) {
    case 'status': {
      const { phase, done, total, input, status } = event.data;
      const hasEnded = before.hasEnded || endings.has(status);
      return { phase: phase ?? before.phase, done, total, input: input ?? before.input, hasEnded };
    }
    case 'metric':
      return { figures: { ...before.figures, ...event.data } };
    case 'warning':
      return { warnings: [...before.warnings, event.data] };
    case 'done':
      return { figures: { ...before.figures, ...event.data.figures }, hasEnded: true };
    case 'error':
      return { error: event.data.message, hasEnded: true };
    case 'suggestion':
      return {};
  }
}
