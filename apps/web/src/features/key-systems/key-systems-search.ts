import { KeySystemStatus, SystemType } from '@key2xs/contract';
import { z } from 'zod';

/** Orders of the list, as its URL has them; a leading minus is descending. */
export const keySystemSorts = ['name', 'system_type', 'status', '-last_successful_interaction', '-created_at'] as const;

export const keySystemsSearch = z.object({
  search: z.string().optional(),
  status: KeySystemStatus.optional(),
  type: SystemType.optional(),
  sort: z.enum(keySystemSorts).optional(),
});
export type KeySystemsSearch = z.infer<typeof keySystemsSearch>;
