import type { GeneratorSettings } from '@key2xs/contract';
import type { MinedPlan, MiningInput, MiningProgress, MiningSettings, NothingReason } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';

export type MinerOrder = {
  input: MiningInput;
  settings: MiningSettings;
  /** Four bytes; once they are not 0, the miner ends with what it has. */
  stop: SharedArrayBuffer;
};

export type MinerAnswer = {
  plan: MinedPlan;
  nothing: NothingReason | null;
};

/** After this long a run ends with what it has. */
export const stopAfterMs = 10 * 60_000;

/** One at a time in a process: the others wait as jobs. Memory: several times the need of 100,000 people and 4.4 million rights. */
export const planMiner: Task<MinerOrder, MinerAnswer, MiningProgress[]> = {
  worker: 'miner',
  beside: import.meta.url,
  memoryMb: 2_048,
  limitMs: 15 * 60_000,
  parallel: 1,
  waiting: 4,
  retryAfterS: 60,
  says: {
    busy: say('generator.busy'),
    tooSlow: say('generator.tooSlow'),
    tooBig: say('generator.tooBig'),
  },
};

const generosities = { never: 0, hardly: 1, some: 2, more: 3, generous: 4 } as const;

export const miningSettings = (settings: GeneratorSettings, seed: number): MiningSettings => ({
  seed,
  mode: settings.mode,
  generosity: generosities[settings.generosity],
  minPeople: settings.min_people,
  maxSuggestions: settings.max_suggestions,
});
