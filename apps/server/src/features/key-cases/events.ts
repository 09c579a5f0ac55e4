import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** A key is lost, and has a case. */
export const keyLost = eventKind(
  'key.lost',
  'case_id',
  z.object({ case_id: z.string(), marking: z.string(), doors: z.int() }),
);
