import type { Language } from '@key2xs/texts';
import type { Deps } from '#platform/deps';
import { listEvents, type RunEvent } from './run-events';

type Following = { runId: string; after: string; language: Language; signal: AbortSignal };

const batch = 200;
const lookEveryMs = 250;

/** Sends the events of a run after one of them, until it has ended. */
export async function* followRun(
  { db, commits }: Pick<Deps, 'db' | 'commits'>,
  { runId, after, language, signal }: Following,
): AsyncGenerator<RunEvent> {
  let last = after;
  while (!signal.aborted) {
    const committed = nextCommit(commits, signal); // listens before it reads, so that none is missed
    try {
      const isOpen = await isUnfinished(db, runId); // before its events are read: its last one comes with its end
      const events = await listEvents(db, { runId, after: last, limit: batch, language });
      for (const event of events) {
        yield event;
        last = event.id;
        if (event.event === 'done' || event.event === 'error') return;
      }
      if (events.length > 0) continue;
      if (!isOpen) return;
      await committed.happened;
    } finally {
      committed.ignore();
    }
  }
}

/** One that is deleted counts as finished. */
async function isUnfinished(db: Deps['db'], runId: string): Promise<boolean> {
  const run = await db.selectFrom('generator_run').select('status').where('id', '=', runId).executeTakeFirst();
  return run?.status === 'waiting' || run?.status === 'running';
}

/** Resolves with the next commit of any process, or with the signal. */
function nextCommit(commits: Deps['commits'], signal: AbortSignal) {
  const { promise: happened, resolve } = Promise.withResolvers<void>();
  const stopListening = commits.listen({
    onCommit: async () => resolve(),
    onLoss: () => resolve(),
    everyMs: lookEveryMs,
  });
  const leave = () => resolve();
  signal.addEventListener('abort', leave, { once: true });
  return {
    happened,
    ignore() {
      stopListening();
      signal.removeEventListener('abort', leave);
    },
  };
}
