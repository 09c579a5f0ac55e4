import type { MinedChoice, MiningInput, MiningSettings } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';

export type ChooserOrder = {
  input: MiningInput;
  settings: MiningSettings;
  today: readonly { people: Int32Array; cylinders: Int32Array }[];
  /** After that long it ends with the plans that it has. */
  withinMs: number;
};

/** Works out plans to choose from. Memory: as for a run, with the suggestions of all of them. */
export const planChooser: Task<ChooserOrder, MinedChoice[]> = {
  worker: 'chooser',
  beside: import.meta.url,
  memoryMb: 2_048,
  limitMs: 5 * 60_000,
  parallel: 1,
  waiting: 4,
  retryAfterS: 60,
  says: { busy: say('generator.busy'), tooSlow: say('generator.tooSlow'), tooBig: say('generator.tooBig') },
};
