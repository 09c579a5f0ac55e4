import { z } from 'zod';
import { eventKind, SentenceField } from '#platform/events/event-kind';

const ofSource = { connection_id: z.string(), connection_name: z.string(), task_id: z.string() };

/** The first run over a source has failed after one that succeeded. */
export const sourceFailing = eventKind(
  'source.failing',
  'connection_id',
  z.object({ ...ofSource, reason: SentenceField }),
);

/** The first run over a source has succeeded after one that failed. */
export const sourceRecovered = eventKind('source.recovered', 'connection_id', z.object(ofSource));
