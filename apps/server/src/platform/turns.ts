type Limits = {
  /** Turns at once. */
  parallel: number;
  /** Those who may wait. */
  waiting: number;
  patienceMs: number;
};

export type Turns = {
  /** @returns whether it is the caller's turn now; false when too many wait, when it took too long, was called off, or after `close` */
  take(signal?: AbortSignal): Promise<boolean>;
  /** Whoever waits longest goes on. */
  end(): void;
  /** Nobody gets a turn any more. Those under way still end theirs. */
  close(): void;
};

export function createTurns({ parallel, waiting, patienceMs }: Limits): Turns {
  const line = new Set<(isTurn: boolean) => void>();
  let running = 0;
  let isClosed = false;

  const wait = (signal?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const settle = (isTurn: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        line.delete(settle);
        resolve(isTurn);
      };
      const leave = () => settle(false);
      const timer = setTimeout(leave, patienceMs);
      signal?.addEventListener('abort', leave);
      line.add(settle);
    });

  return {
    async take(signal) {
      if (isClosed || signal?.aborted) return false;
      if (running >= parallel) return line.size < waiting && wait(signal);
      running++;
      return true;
    },
    end() {
      // Whoever waits takes over this place, so `running` stays as it is.
      const [next] = line;
      if (next) next(true);
      else running--;
    },
    close() {
      isClosed = true;
      for (const settle of line) settle(false);
    },
  };
}
