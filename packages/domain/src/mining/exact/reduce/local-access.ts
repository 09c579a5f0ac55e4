import type { Grants } from './grants';

/**
 * What others have of one person's cylinders, as a matrix of bits: a slot for each of them, a column for each of the person's
 * cylinders, in order. Used again for one person after the other.
 */
export type LocalAccess = {
  words: number;
  slots: number;
  /** Words of `held` and `open` of a slot begin at slot × words. `open` has only grants without a profile. */
  held: Int32Array;
  open: Int32Array;
  personOf: Int32Array;
  slotOf: Int32Array;
  /** Who has a column: `columnSlots[columnStart[n]]` up to, without, `columnSlots[columnStart[n + 1]]`. */
  columnStart: Int32Array;
  columnSlots: Int32Array;
  /** Of the grant looked at: cylinders that its profile may need, and those that everybody in it has. */
  required: Int32Array;
  shared: Int32Array;
  /** The grants of each cylinder, only of people who have open ones. */
  columns: { start: Int32Array; list: Int32Array };
};

export const newLocalAccess = (people: number): LocalAccess => ({
  words: 0,
  slots: 0,
  held: new Int32Array(0),
  open: new Int32Array(0),
  personOf: new Int32Array(people),
  slotOf: new Int32Array(people).fill(-1),
  columnStart: new Int32Array(1),
  columnSlots: new Int32Array(0),
  required: new Int32Array(0),
  shared: new Int32Array(0),
  columns: { start: new Int32Array(1), list: new Int32Array(0) },
});

export function growLocalAccess(local: LocalAccess, words: number): void {
  local.words = words;
  local.required = new Int32Array(words);
  local.shared = new Int32Array(words);
}

/** Fills the matrix for one person. */
export function localAccess(local: LocalAccess, grants: Grants, open: Uint8Array, person: number): void {
  const { words, slotOf, personOf, columns } = local;
  for (let slot = 0; slot < local.slots; slot++) slotOf[personOf[slot] ?? 0] = -1;
  const { start, list } = grants.relation;
  const first = start[person] ?? 0;
  const size = (start[person + 1] ?? 0) - first;
  if (local.columnStart.length <= size) local.columnStart = new Int32Array(2 * size + 1);
  let total = 0;
  let slots = 0;
  for (let column = 0; column < size; column++) {
    const cylinder = list[first + column] ?? 0;
    const end = columns.start[cylinder + 1] ?? 0;
    for (let at = columns.start[cylinder] ?? 0; at < end; at++) {
      const other = grants.person[columns.list[at] ?? 0] ?? 0;
      if ((slotOf[other] ?? -1) >= 0) continue;
      slotOf[other] = slots;
      personOf[slots++] = other;
    }
    total += end - (columns.start[cylinder] ?? 0);
    local.columnStart[column + 1] = total;
  }
  local.slots = slots;
  if (local.columnSlots.length < total) local.columnSlots = new Int32Array(2 * total);
  if (local.held.length < slots * words) {
    local.held = new Int32Array(2 * slots * words);
    local.open = new Int32Array(2 * slots * words);
  } else {
    local.held.fill(0, 0, slots * words);
    local.open.fill(0, 0, slots * words);
  }
  mark(local, grants, open, first, size);
}

function mark(local: LocalAccess, grants: Grants, open: Uint8Array, first: number, size: number): void {
  const { words, held, open: openBits, slotOf, columnSlots, columns } = local;
  let next = 0;
  for (let column = 0; column < size; column++) {
    const cylinder = grants.cylinder[first + column] ?? 0;
    const bit = 1 << (column & 31);
    const word = column >>> 5;
    for (let at = columns.start[cylinder] ?? 0; at < (columns.start[cylinder + 1] ?? 0); at++) {
      const grant = columns.list[at] ?? 0;
      const slot = slotOf[grants.person[grant] ?? 0] ?? 0;
      columnSlots[next++] = slot;
      const place = slot * words + word;
      held[place] = (held[place] ?? 0) | bit;
      if (open[grant]) openBits[place] = (openBits[place] ?? 0) | bit;
    }
  }
}
