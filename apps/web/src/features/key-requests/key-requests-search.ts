import { z } from 'zod';

export const requestTabs = ['new', 'mine', 'to_decide', 'all', 'rules'] as const;

/** `case`: a new request is for who has no key in this case. */
export const keyRequestsSearch = z.object({ view: z.enum(requestTabs).default('mine'), case: z.uuid().optional() });
