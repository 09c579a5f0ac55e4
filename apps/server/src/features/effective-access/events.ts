import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** What is known of what the keys and cylinders of a key system hold has changed. */
export const contentsChanged = eventKind(
  'key_contents.changed',
  'connection_id',
  z.object({ connection_id: z.string() }),
);
