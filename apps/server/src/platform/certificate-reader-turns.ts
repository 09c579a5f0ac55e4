type Limits = {
  /** Turns at once. */
  parallel: number;
  /** Those who may wait. */
  waiting: number;
  patienceMs: number;
};

export type Turns = {
  /** @returns whether it is the caller's turn now; false when too many wait, when it took too long, or after `close` */
  take(): Promise<boolean>;
  /** Whoever waits longest goes on. */
  end(): void;
  /** Nobody gets a turn any more. Those under way still end theirs. */
  close(): void;
};

export function createTurns({ parallel, waiting, patienceMs }: Limits): Turns {
  const line = new Set<(isTurn: boolean) => void>();
  let running = 0;
  let isClosed = false;

  const wait = () =>
    new Promise<boolean>((resolve) => {
      const settle = (isTurn: boolean) => {
        clearTimeout(timer);
        line.delete(settle);
        resolve(isTurn);
      };
      const timer = setTimeout(settle, patienceMs, false);
      line.add(settle);
    });

  return {
    async take() {
      if (isClosed) return false;
      if (running >= parallel) return line.size < waiting && wait();
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
