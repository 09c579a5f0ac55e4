/** Messages between the main thread and the database's worker thread. A client is one logical connection. */
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

/** With neither: a new database in memory. `dumpFile`: one in memory, loaded from a dump. */
export type WorkerSetup = {
  directory?: string;
  dumpFile?: string;
  /** A client who asks nothing for longer in an open transaction is cut off, because all others wait. Default 30 s. */
  sleepLimitMs?: number;
};
