/** What the main thread and the database's worker thread say to each other. A client is one logical connection. */
export type ToWorker =
  | { kind: 'data'; client: number; data: Uint8Array }
  | { kind: 'end'; client: number }
  | { kind: 'dump' }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'data'; client: number; data: Uint8Array }
  | { kind: 'notify'; from: number; notifications: Uint8Array[] }
  | { kind: 'cut-off'; client: number }
  | { kind: 'disk-full' }
  | { kind: 'dumped'; dump: Uint8Array }
  | { kind: 'closed' };

/** Neither given: a new database in memory. `dumpFile`: one in memory, loaded from a dump. */
export type WorkerSetup = {
  directory?: string;
  dumpFile?: string;
  /** A client that holds a transaction open longer is rolled back and cut off: everyone else waits for it. 30 s unless given. */
  transactionLimitMs?: number;
};
