import type { PGlite } from '@electric-sql/pglite';

/** Exit status after an error that PostgreSQL handled itself (PGlite's POSTGRES_MAIN_LONGJMP); the loop continues. */
const handledError = 100;

const isHandled = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === handledError;

/**
 * Ends this thread when its database aborts, for instance because it cannot write its log. PGlite re-enters the loop
 * after any error, so an aborted database would spin forever.
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
