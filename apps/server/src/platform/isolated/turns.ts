/** A fair queue: first come, first served within a lane; lanes alternate. */
export type Turn = {
  lane: string;
  /** Goes before all others and is never refused in favour of one. */
  isTrusted: boolean;
};

export type Limits = {
  /** Turns at once. */
  parallel: number;
  /** How many may wait. */
  waiting: number;
  /** Longest wait; unlimited if left out. */
  maxWaitMs?: number;
};

export type Turns = {
  /** @returns false when too many wait, when the wait took too long or was cancelled, and after `close` */
  take(turn: Turn, signal?: AbortSignal): Promise<boolean>;
  /** Ends a turn and starts the next. */
  end(): void;
  /** Grants no more turns. Running ones may finish. */
  close(): void;
};

type Settle = (isTurn: boolean) => void;
type Lanes = Map<string, Settle[]>;

/**
 * When too many wait, the longest lane loses its last entry, so that a busy caller cannot crowd out others. Lanes exist
 * only while calls wait in them.
 */
export function createTurns({ parallel, waiting, maxWaitMs }: Limits): Turns {
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
      const timer = maxWaitMs === undefined ? undefined : setTimeout(leave, maxWaitMs);
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
      // The next one takes the freed place, so `running` stays the same.
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

/** In a tie, the lane of the new call loses its entry. */
function lastOfLongest(lanes: Lanes, newcomer: string): Settle | undefined {
  let longest = lanes.get(newcomer) ?? [];
  for (const line of lanes.values()) if (line.length > longest.length) longest = line;
  return longest.at(-1);
}
