import { z } from 'zod';
import { eventKind, SentenceField } from '#platform/events/event-kind';

/** A task has succeeded or failed by itself; tasks that a person cancelled end without it. */
export const taskEnded = eventKind(
  'task.ended',
  'subject_id',
  z.object({
    task_id: z.string(),
    kind: z.enum(['directory', 'key_system', 'inventory']),
    /** The connection, of the kind's table. */
    subject_id: z.string(),
    title: z.string(),
    dry_run: z.boolean(),
    /** Null: it succeeded. */
    error: SentenceField.nullable(),
    /** The task of the same kind before it had failed; of those that read or write something for good. */
    was_failing: z.boolean(),
  }),
);
