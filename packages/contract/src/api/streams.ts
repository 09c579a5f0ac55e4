import { z } from 'zod';
import type { Endpoint } from './endpoint';

/** In the query of every stream, because browsers send no headers of ours with it. */
export const streamQuery = {
  token: z.string().max(200).optional().describe('A ticket, unless the access token comes as a header.'),
  last_event_id: z.string().max(200).optional().describe('As the header Last-Event-ID, which comes first.'),
};

/** By the specification, which no other stream is in. */
export const takesAccessTokenInAddress = ({ path }: Pick<Endpoint, 'path'>): boolean =>
  path === '/key-plan-ai/generate-suggestions';

/** An event without content that every stream sends, so that its reader and everything between notice when it breaks. */
export const heartbeat = { event: 'heartbeat', everyMs: 15_000 } as const;
