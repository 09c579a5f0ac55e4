/** Counts keys in an open hash table, then numbers those that are kept, in the order they were first added. */
export function pairTable() {
  let mask = (1 << 12) - 1;
  let slots = new Int32Array(mask + 1).fill(-1);
  const keys: number[] = [];
  const counts: number[] = [];
  let numbers = new Int32Array(0);
  const slotOf = (key: number): number => {
    let slot = Math.imul((key ^ Math.floor(key / 0x40000000)) | 0, 0x9e3779b1) >>> 0;
    slot = (slot ^ (slot >>> 15)) & mask;
    while ((slots[slot] ?? 0) >= 0 && keys[slots[slot] ?? 0] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  return {
    add(key: number): void {
      const slot = slotOf(key);
      const at = slots[slot] ?? 0;
      if (at >= 0) {
        counts[at] = (counts[at] ?? 0) + 1;
        return;
      }
      slots[slot] = keys.push(key) - 1;
      counts.push(1);
      if (keys.length * 2 <= mask) return;
      mask = 2 * mask + 1;
      slots = new Int32Array(mask + 1).fill(-1);
      keys.forEach((known, i) => {
        slots[slotOf(known)] = i;
      });
    },
    /** @returns the kept keys; the first has the number `from` */
    numberKept(isKept: (key: number, count: number) => boolean, from: number): number[] {
      const kept: number[] = [];
      numbers = Int32Array.from(keys, (key, at) => (isKept(key, counts[at] ?? 0) ? from + kept.push(key) - 1 : -1));
      return kept;
    },
    numberOf: (key: number): number => numbers[slots[slotOf(key)] ?? -1] ?? -1,
  };
}
