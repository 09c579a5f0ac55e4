/** A PostgreSQL server for tests and benches; see postgres.mjs. */
export function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }>;
