/** Numbers in groups: group n has `list[start[n]]` up to, without, `list[start[n + 1]]`, ascending. */
export type Groups = { start: Int32Array; list: Int32Array };

/** @param groupOf the group of each number, -1 for none */
export function groupsOf(groupOf: Int32Array, count: number): Groups {
  const start = new Int32Array(count + 1);
  for (const group of groupOf) if (group >= 0) start[group + 1] = (start[group + 1] ?? 0) + 1;
  for (let group = 0; group < count; group++) start[group + 1] = (start[group + 1] ?? 0) + (start[group] ?? 0);
  const next = start.slice();
  const list = new Int32Array(start[count] ?? 0);
  for (let member = 0; member < groupOf.length; member++) {
    const group = groupOf[member] ?? -1;
    if (group < 0) continue;
    const free = next[group] ?? 0;
    list[free] = member;
    next[group] = free + 1;
  }
  return { start, list };
}

export const groupAt = ({ start, list }: Groups, group: number): Int32Array =>
  list.subarray(start[group], start[group + 1]);

export const groupSizes = ({ start }: Groups): Int32Array =>
  Int32Array.from({ length: start.length - 1 }, (_, group) => (start[group + 1] ?? 0) - (start[group] ?? 0));
