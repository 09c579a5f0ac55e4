import { z } from 'zod';

/** Only tabs that exist. */
export const reportsTabs = ['log', 'events', 'access', 'catalogue', 'kept', 'schedules'] as const;

export const reportsSearch = z.object({ tab: z.enum(reportsTabs).default('log') });
