const maxSteps = 20_000_000;

/**
 * The fewest sets into which items can be put so that all in a set fit to each other, found by trying everything.
 * @returns {number | undefined} undefined when that would take too long
 */
export function profilesNeeded(count, fits) {
  const conflicts = Array.from({ length: count }, (_, one) =>
    Array.from({ length: count }, (_, other) => other).filter((other) => other !== one && !fits(one, other)),
  );
  const steps = { left: maxSteps };
  let sum = 0;
  for (const part of partsOf(count, fits)) {
    let sets = 1;
    for (;;) {
      const isEnough = canColour(part, conflicts, sets, steps);
      if (isEnough === undefined) return undefined;
      if (isEnough) break;
      sets++;
    }
    sum += sets;
  }
  return sum;
}

/** Items of different parts never share a set. */
function partsOf(count, fits) {
  const left = new Set(Array.from({ length: count }, (_, at) => at));
  const parts = [];
  for (const first of left) {
    const part = [first];
    left.delete(first);
    for (const item of part) {
      for (const other of left) {
        if (!fits(item, other)) continue;
        left.delete(other);
        part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** Whether so many sets are enough: always goes on with the item that has the fewest sets left. */
function canColour(part, conflicts, sets, steps) {
  const setOf = new Map();
  const attempt = () => {
    if (steps.left-- === 0) return undefined;
    if (setOf.size === part.length) return true;
    const used = Math.max(0, ...[...setOf.values()].map((set) => set + 1));
    let best;
    for (const item of part) {
      if (setOf.has(item)) continue;
      const taken = new Set();
      for (const other of conflicts[item]) if (setOf.has(other)) taken.add(setOf.get(other));
      if (!best || taken.size > best.taken.size) best = { item, taken };
    }
    // One set that is still empty is as good as another.
    for (let set = 0; set < Math.min(sets, used + 1); set++) {
      if (best.taken.has(set)) continue;
      setOf.set(best.item, set);
      const isEnough = attempt();
      if (isEnough !== false) return isEnough;
      setOf.delete(best.item);
    }
    return false;
  };
  return attempt();
}
