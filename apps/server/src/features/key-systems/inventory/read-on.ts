import type { KeySystemSession } from '@key2xs/drivers';
import type { TaskRun } from '#features/tasks/service';
import type { KeySystemRow } from '../queries';
import { cursorOf, type Reading } from './inventory-cursor';
import { readEvents } from './inventory-events';
import { readList } from './inventory-list';

/** How long a step reads in one session before the task may pass to another worker. */
const stretchMs = 5_000;

/** Reads one list after the other, as long as a step may take. */
export async function readOn(reading: Reading): Promise<void> {
  const stretch = AbortSignal.timeout(stretchMs);
  let { cursor } = reading;
  for (let [list] = cursor.remaining; list !== undefined && !stretch.aborted; [list] = cursor.remaining) {
    const next = { ...reading, cursor };
    cursor = list === 'access_events' ? await readEvents(next, stretch) : await readList(next, list, stretch);
  }
}

/** Whether a preview has still to read keys and doors. */
export const isToRead = ({ cursor }: TaskRun['task']): boolean =>
  cursor !== null && cursorOf({ cursor }).remaining.length > 0;

/** Reads on before a preview, only what the connection is known to support. */
export async function readBeforePreview(run: TaskRun, row: KeySystemRow, session: KeySystemSession): Promise<void> {
  await run.save(run.deps.db, { phase: 'reading' });
  await readOn({ run, row, session, cursor: cursorOf(run.task), capabilities: row.capabilities });
}
