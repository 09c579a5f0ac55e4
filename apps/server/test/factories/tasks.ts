import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Schema } from '#platform/schema';
import type { TestApp } from '#test/app';

type TaskRow = Insertable<Schema['sync_task']>;

/** A task that waits and that no worker knows of, because nothing of it is in the queue. */
export async function aTask({ db }: TestApp, values: Partial<TaskRow> = {}): Promise<{ id: string }> {
  const id = randomUUID();
  const row: TaskRow = {
    id,
    kind: 'directory',
    title: 'Staff',
    error: null,
    iam_connection_id: null,
    key_system_connection_id: null,
    change_set_id: null,
    started_by: null,
    ...values,
  };
  await db.insertInto('sync_task').values(row).execute();
  return { id: row.id };
}
