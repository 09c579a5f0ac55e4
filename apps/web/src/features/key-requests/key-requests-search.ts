import { z } from 'zod';

export const requestTabs = ['new', 'mine', 'to_decide', 'all', 'rules'] as const;

export const keyRequestsSearch = z.object({ view: z.enum(requestTabs).default('mine') });
