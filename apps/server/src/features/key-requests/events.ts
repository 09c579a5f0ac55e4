import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** A step of a request is due, or has waited too long. */
export const requestWaits = eventKind(
  'key_request.waits',
  'request_id',
  z.object({
    request_id: z.string(),
    version: z.int(),
    /** Of these changes, those of files: they settle nothing. */
    file_changes: z.int().default(0),
    person_id: z.string(),
    /** Null: not an administrator who is there. */
    asked_by_id: z.string().nullable(),
    is_escalated: z.boolean(),
  }),
);

/** What the requester is notified of. */
export const requestAnswers = ['asked_back', 'approved', 'rejected', 'ready', 'expired', 'revoked'] as const;

/** Something happened to a request that the requester waits for. */
export const requestAnswered = eventKind(
  'key_request.answered',
  'request_id',
  z.object({
    request_id: z.string(),
    state: z.string(),
    person_id: z.string(),
    asked_by_id: z.string().nullable(),
    answer: z.enum(requestAnswers),
  }),
);
