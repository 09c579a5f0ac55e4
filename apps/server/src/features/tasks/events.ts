import { z } from 'zod';
import { eventKind, SentenceField } from '#platform/events/event-kind';

/** A task has succeeded or failed. A cancelled task does not emit it. */
export const taskEnded = eventKind(
  'task.ended',
  'subject_id',
  z.object({
    task_id: z.string(),
    kind: z.enum(['directory', 'key_system', 'inventory']),
    /** Id in the table of the kind's connection. */
    subject_id: z.string(),
    title: z.string(),
    dry_run: z.boolean(),
    /** Null: it succeeded. */
    error: SentenceField.nullable(),
    /** Whether the previous task of this kind failed, previews and simulations left out. */
    was_failing: z.boolean(),
  }),
);
