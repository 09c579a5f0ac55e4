export type OwnPostgres = {
  url: string;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
};

export function startPostgres(): Promise<Pick<OwnPostgres, 'url' | 'stop'> & { socketUrl: string }>;
export function startDurablePostgres(): Promise<OwnPostgres>;
