import { eventResults } from '@key2xs/contract';
import { z } from 'zod';

export const periods = ['day', 'week', 'month', 'quarter', 'all', 'own'] as const;
export type Period = (typeof periods)[number];

/** The part of the URL that the explorer owns. */
export const eventsSearch = z.object({
  by: z.enum(['event', 'import']).default('event'),
  period: z.enum(periods).default('week'),
  from: z.iso.datetime().optional(),
  before: z.iso.datetime().optional(),
  location_id: z.uuid().optional(),
  cylinder_id: z.uuid().optional(),
  key_id: z.uuid().optional(),
  result: z.enum(eventResults).optional(),
  cause: z.string().min(1).max(100).optional(),
  /** A look with names. */
  look: z.uuid().optional(),
  event: z.string().optional(),
});
export type EventsSearch = z.output<typeof eventsSearch>;

/** What clears every filter. */
export const noFilter = {
  by: undefined,
  period: undefined,
  from: undefined,
  before: undefined,
  location_id: undefined,
  cylinder_id: undefined,
  key_id: undefined,
  result: undefined,
  cause: undefined,
  event: undefined,
};
