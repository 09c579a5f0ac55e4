import { isPutBack } from '#platform/audit/audit-chain';
import type { Deps } from '#platform/deps';
import { backoff } from '#platform/jobs/backoff';
import { serveEach } from '#platform/jobs/serve-each';
import { type ClaimedDestination, claimDue, isAnyDue, noteSent, release } from './destination-queries';
import { NotSent } from './not-sent';
import { entriesAfter, type SealedEntry } from './read-entries';
import { type Sending, sendEntries } from './send-entries';

const batchEntries = 500;
const pauses = { firstMs: 5_000, maxMs: 300_000 };

type Forwarding = Sending & Pick<Deps, 'db' | 'log' | 'clock'>;

/**
 * Sends the entries of the log that wait, to all destinations at once, to each in the order of the chain. What was sent is noted
 * after it was taken, so that a process that dies in between sends it again. After an earlier state of the database was put
 * back, nothing is sent until that is accepted.
 */
export async function forwardLog(deps: Forwarding & Pick<Deps, 'auditNote'>, stopping: AbortSignal): Promise<void> {
  if (!(await isAnyDue(deps.db)) || (await isPutBack(deps))) return;
  const claim = (busy: readonly string[]) => claimDue(deps.db, busy);
  await serveEach(
    claim,
    ({ id }) => id,
    (destination) => forwardTo(deps, destination, stopping),
    stopping,
  );
}

/** Until nothing waits, or it fails. */
async function forwardTo(deps: Forwarding, destination: ClaimedDestination, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  let { sent_position: position, tries } = destination;
  let entries: SealedEntry[] = [];
  try {
    while (!stopping.aborted) {
      if (entries.length === 0) entries = await entriesAfter(db, position, batchEntries);
      if (entries.length === 0) break;
      const sent = entries.splice(0, await sendEntries(deps, destination, entries, stopping));
      position = sent.at(-1)?.seq ?? position;
      if (!(await noteSent(db, destination, position))) return;
      tries = 0;
    }
    await release(db, destination);
  } catch (error) {
    if (!(error instanceof NotSent)) {
      await release(db, destination).catch(() => undefined); // else the claim ends by itself
      throw error;
    }
    const { why, cause } = error;
    log.warn({ destination: destination.id, error: why, reason: messageOf(cause) }, 'log entries not forwarded');
    await release(db, destination, { error: why, at: clock(), pauseMs: backoff(tries + 1, pauses) });
  }
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : undefined);
