/** Who asks. Those in one lane wait one after the other; lanes take turns. */
export type Turn = {
  lane: string;
  /** Goes before all others, and is never sent away for one of them. */
  isTrusted: boolean;
};

type Settle = (isTurn: boolean) => void;
type Lanes = Map<string, Settle[]>;

/**
 * Runs `parallel` pieces of work at once and lets `waiting` more wait. When one more comes, the longest lane loses its
 * last, so that whoever sends many crowds out nobody else. Lanes are remembered while somebody waits in them.
 */
export function createFairTurns({ parallel, waiting }: { parallel: number; waiting: number }) {
  const trusted: Lanes = new Map();
  const others: Lanes = new Map();
  let running = 0;
  let queued = 0;

  const wait = ({ lane, isTrusted }: Turn) =>
    new Promise<boolean>((settle) => {
      const lanes = isTrusted ? trusted : others;
      const line = lanes.get(lane) ?? [];
      lanes.set(lane, line);
      line.push(settle);
      if (queued++ === waiting) sendAway(others.size > 0 ? others : trusted, lane);
    });

  /** The last of the longest lane; of the newcomer's own when no other is longer. */
  const sendAway = (lanes: Lanes, newcomer: string) => {
    let [longest, most] = [newcomer, lanes.get(newcomer)?.length ?? 0];
    for (const [lane, { length }] of lanes) if (length > most) [longest, most] = [lane, length];
    const line = lanes.get(longest);
    line?.pop()?.(false);
    if (line?.length === 0) lanes.delete(longest);
    queued--;
  };

  /** Whoever is next takes over the place that has become free, so `running` stays as it is. */
  const passOn = () => {
    const lanes = trusted.size > 0 ? trusted : others;
    const [next] = lanes;
    if (!next) {
      running--;
      return;
    }
    const [lane, line] = next;
    const settle = line.shift();
    lanes.delete(lane);
    if (line.length > 0) lanes.set(lane, line); // after the other lanes
    queued--;
    settle?.(true);
  };

  /** @returns undefined when too many wait */
  return async <T>(turn: Turn, work: () => Promise<T>): Promise<{ result: T } | undefined> => {
    if (running < parallel) running++;
    else if (!(await wait(turn))) return undefined;
    try {
      return { result: await work() };
    } finally {
      passOn();
    }
  };
}
