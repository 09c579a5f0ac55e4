import type { PGlite } from '@electric-sql/pglite';

/** How PostgreSQL's own handling of an error leaves the loop (POSTGRES_MAIN_LONGJMP of PGlite); the loop goes on. */
const handledError = 100;

const isHandled = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === handledError;

/**
 * Ends this thread when the database in it has aborted, as it does when its log can no longer be written. PGlite calls
 * the loop again after whatever comes out of it, so an aborted database would spin for ever.
 */
export function endWhenAborted({ Module }: PGlite): void {
  const loopOnce = Module._PostgresMainLoopOnce;
  Module._PostgresMainLoopOnce = () => {
    try {
      loopOnce();
    } catch (error) {
      if (!isHandled(error)) process.exit(1);
      throw error;
    }
  };
}
