import { setTimeout as pause } from 'node:timers/promises';

const lookAgainMs = 1_000;

/**
 * Works off what is due, one piece at a time for each receiver and for all receivers at once, so that a slow one delays no
 * other. Ends when nothing is due, or with the first failure once all pieces have ended.
 * @param claim the next piece, of receivers other than these
 */
export async function serveEach<Due>(
  claim: (busy: readonly string[]) => Promise<Due | undefined>,
  receiverOf: (due: Due) => string,
  serve: (due: Due) => Promise<unknown>,
  stopping: AbortSignal,
): Promise<void> {
  const serving = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  while (!stopping.aborted && failures.length === 0) {
    const busy = [...serving.keys()];
    const due = await claim(busy).catch((error: unknown) => {
      failures.push(error);
      return undefined;
    });
    if (failures.length > 0) break;
    if (due !== undefined) {
      const served = serve(due)
        .then(() => undefined)
        .catch((error: unknown) => void (stopping.aborted || failures.push(error)))
        .finally(() => serving.delete(receiverOf(due)));
      serving.set(receiverOf(due), served);
    } else if (busy.length === 0) {
      return;
    } else if (serving.size === busy.length) {
      await Promise.race([...serving.values(), pause(lookAgainMs, undefined, { ref: false })]);
    } // else one has ended since, whose next may be due
  }
  await Promise.all(serving.values());
  if (failures.length > 0) throw failures[0];
}
