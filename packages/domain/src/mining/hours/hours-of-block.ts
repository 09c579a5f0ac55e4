import { type AccessRelation, type ProfileBlock, rowOf } from '../access-relation';
import type { RightHours } from './right-hours';

/** When the rights of today among these people and cylinders hold: schedules by number with how many rights, most first. */
export function hoursOfBlock(
  relation: AccessRelation,
  { of }: Pick<RightHours, 'of'>,
  { people, cylinders }: ProfileBlock,
): { hours: number; rights: number }[] {
  const isOfBlock = new Set(cylinders);
  const counts = new Map<number, number>();
  for (const person of people) {
    const start = relation.start[person] ?? 0;
    rowOf(relation, person).forEach((cylinder, n) => {
      if (!isOfBlock.has(cylinder)) return;
      const hours = of[start + n] ?? 0;
      counts.set(hours, (counts.get(hours) ?? 0) + 1);
    });
  }
  return [...counts]
    .map(([hours, rights]) => ({ hours, rights }))
    .sort((a, b) => b.rights - a.rights || a.hours - b.hours);
}
