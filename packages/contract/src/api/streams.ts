import { z } from 'zod';

/** In the query of every stream, because browsers send no headers of ours with it. */
export const streamQuery = {
  token: z.string().max(200).optional().describe('A ticket or the access token, unless that comes as a header.'),
  last_event_id: z.string().max(200).optional().describe('As the header Last-Event-ID, which comes first.'),
};

/** An event without content that every stream sends, so that its reader and everything between notice when it breaks. */
export const heartbeat = { event: 'heartbeat', everyMs: 15_000 } as const;
