import { KeySystemStatus, SystemType } from '@key2xs/contract';
import { z } from 'zod';

/** Orders of the list; in the URL a leading minus means descending. */
export const keySystemOrders = ['name', 'system_type', 'status', 'last_successful_interaction', 'created_at'] as const;
export type KeySystemOrder = (typeof keySystemOrders)[number];

export const keySystemTabs = ['overview', 'configuration', 'certificates', 'test', 'inventory'] as const;

export const keySystemsSearch = z.object({
  search: z.string().optional(),
  status: KeySystemStatus.optional(),
  type: SystemType.optional(),
  sort: z.templateLiteral([z.enum(['', '-']), z.enum(keySystemOrders)]).optional(),
  /** The connection whose dialog is open. */
  connection: z.uuid().optional(),
  tab: z.enum(keySystemTabs).optional(),
  mode: z.literal('edit').optional(),
});
export type KeySystemsSearch = z.infer<typeof keySystemsSearch>;
