/** Who asks. Those in one lane wait one after the other; lanes take turns. */
export type Turn = {
  lane: string;
  /** Goes before all others, and is never sent away for one of them. */
  isTrusted: boolean;
};

export type Limits = {
  /** Turns at once. */
  parallel: number;
  /** Those who may wait. */
  waiting: number;
  /** Without it somebody waits until it is their turn. */
  patienceMs?: number;
};

export type Turns = {
  /** @returns whether it is the caller's turn; false when too many wait, when it took too long, was called off, or after `close` */
  take(turn: Turn, signal?: AbortSignal): Promise<boolean>;
  /** Whoever is next goes on. */
  end(): void;
  /** Nobody gets a turn any more. Those under way still end theirs. */
  close(): void;
};

type Settle = (isTurn: boolean) => void;
type Lanes = Map<string, Settle[]>;

/**
 * When one more comes than may wait, the longest lane loses its last, so that whoever sends many crowds out nobody else. Lanes
 * are remembered while somebody waits in them.
 */
export function createTurns({ parallel, waiting, patienceMs }: Limits): Turns {
  const trusted: Lanes = new Map();
  const others: Lanes = new Map();
  let running = 0;
  let queued = 0;
  let isClosed = false;

  const wait = ({ lane, isTrusted }: Turn, signal?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const lanes = isTrusted ? trusted : others;
      const settle: Settle = (isTurn) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        removeFrom(lanes, lane, settle);
        queued--;
        resolve(isTurn);
      };
      const leave = () => settle(false);
      const timer = patienceMs === undefined ? undefined : setTimeout(leave, patienceMs);
      signal?.addEventListener('abort', leave);
      lanes.set(lane, [...(lanes.get(lane) ?? []), settle]);
      if (queued++ === waiting) lastOfLongest(others.size > 0 ? others : trusted, lane)?.(false);
    });

  return {
    async take(turn, signal) {
      if (isClosed || signal?.aborted) return false;
      if (running >= parallel) return wait(turn, signal);
      running++;
      return true;
    },
    end() {
      const lanes = trusted.size > 0 ? trusted : others;
      const [next] = lanes;
      if (!next) {
        running--;
        return;
      }
      // Whoever is next takes over the place that has become free, so `running` stays as it is.
      const [lane, [settle]] = next;
      settle?.(true);
      const line = lanes.get(lane);
      lanes.delete(lane);
      if (line) lanes.set(lane, line); // after the other lanes
    },
    close() {
      isClosed = true;
      for (const settle of [...trusted.values(), ...others.values()].flat()) settle(false);
    },
  };
}

function removeFrom(lanes: Lanes, lane: string, settle: Settle): void {
  const line = lanes.get(lane)?.filter((other) => other !== settle) ?? [];
  if (line.length > 0) lanes.set(lane, line);
  else lanes.delete(lane);
}

/** Of the newcomer's own lane when no other is longer. */
function lastOfLongest(lanes: Lanes, newcomer: string): Settle | undefined {
  let longest = lanes.get(newcomer) ?? [];
  for (const line of lanes.values()) if (line.length > longest.length) longest = line;
  return longest.at(-1);
}
