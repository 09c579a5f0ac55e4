import { z } from 'zod';
import { eventKind, SentenceField } from '#platform/events/event-kind';

/** A guard has stopped a run or a preview: it waits for a decision. */
export const changeSetStopped = eventKind(
  'change_set.stopped',
  'connection_id',
  z.object({ change_set_id: z.string(), connection_id: z.string(), title: SentenceField, is_preview: z.boolean() }),
);
