import type { MiningSettings } from '@key2xs/domain';
import { rowOf } from '@key2xs/domain';
import { intsOfBytes } from '../packing';
import { type Alternative, alternativesOf, type Block } from '../suggestions/alternatives';
import type { RunData } from '../suggestions/run-data';
import { additionsOf } from '../suggestions/suggestion-rows';

export type DescribeOrder = {
  settings: MiningSettings;
  row: Block & { additions: Uint8Array };
  /** At most so many people and doors. */
  maxListed: number;
};

export type DescribedBlock = {
  /** By id: how many of the doors they lack; those who lack most first. */
  missing: ReadonlyMap<string, number>;
  /** By id, the doors that most people would newly get first. */
  doors: ReadonlyMap<string, { holders: number; gaining: number }>;
  alternatives: Alternative[];
};

/** Who of a suggestion lacks what, and conditions that would describe much the same people. */
export function describeBlock(data: RunData, { settings, row, maxListed }: DescribeOrder): DescribedBlock {
  const { relation } = data.mining;
  const [people, cylinders] = [intsOfBytes(row.people), intsOfBytes(row.cylinders)];
  const isIn = new Set(cylinders);
  const holders = new Map([...cylinders].map((cylinder) => [cylinder, 0]));
  const missing = new Map<number, number>();
  for (const person of people) {
    const held = rowOf(relation, person).filter((cylinder) => isIn.has(cylinder));
    for (const cylinder of held) holders.set(cylinder, (holders.get(cylinder) ?? 0) + 1);
    missing.set(person, cylinders.length - held.length);
  }
  const gaining = new Map([...cylinders].map((cylinder) => [cylinder, 0]));
  for (const cylinder of additionsOf(row).cylinders) gaining.set(cylinder, (gaining.get(cylinder) ?? 0) + 1);
  const doors = top(gaining, data.cylinders, maxListed).map(([id, cylinder, count]): [string, Door] => [
    id,
    { holders: holders.get(cylinder) ?? 0, gaining: count },
  ]);
  return {
    missing: new Map(top(missing, data.people, maxListed).map(([id, _, count]) => [id, count])),
    doors: new Map(doors),
    alternatives: alternativesOf(data, settings, row),
  };
}

type Door = { holders: number; gaining: number };

/** Those with most first; by id. */
const top = (counts: ReadonlyMap<number, number>, ids: readonly string[], most: number) =>
  [...counts]
    .map(([number, count]): [string, number, number] => [ids[number] ?? '', number, count])
    .sort(([a, , many], [b, , few]) => few - many || (a < b ? -1 : 1))
    .slice(0, most);
