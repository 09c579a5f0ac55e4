import type { Suggestion } from '@key2xs/contract';
import { hoursOfBlock } from '@key2xs/domain';
import type { RunInput } from './input/read-input';

type Block = { people: Int32Array; cylinders: Int32Array };

/** When the rights of today hold that a suggestion gives; empty where all of them always do. */
export function hoursOfSuggestion(
  { mining, hours }: Pick<RunInput, 'mining' | 'hours'>,
  block: Block,
): Suggestion['hours'] {
  if (!hours) return [];
  const found = hoursOfBlock(mining.relation, hours, block);
  if (found.every((one) => one.hours === 0)) return [];
  return found.map((one) => ({ time_restrictions: hours.schedules[one.hours] ?? [], rights: one.rights }));
}
