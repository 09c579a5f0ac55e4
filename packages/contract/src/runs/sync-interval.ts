import { z } from 'zod';

export const SyncInterval = z
  .enum(['disabled', '15m', '1h', '6h', '24h'])
  .describe('How often it runs by itself. A staff list is read when uploaded and has none: disabled.');
export type SyncInterval = z.infer<typeof SyncInterval>;

export const intervalMinutes = { '15m': 15, '1h': 60, '6h': 360, '24h': 1_440 } as const satisfies Record<
  Exclude<SyncInterval, 'disabled'>,
  number
>;
