import { z } from 'zod';

export const deskModes = ['hand_out', 'return', 'transfer'] as const;
export type DeskMode = (typeof deskModes)[number];

/** `desk`: what is done at the desk; without it, the list of keys is shown. `giver`: whose keys all come back. `key`: goes to whom it is reserved for. `case`: who has no key in it gets one. */
export const keyDeskSearch = z.object({
  desk: z.enum(deskModes).optional(),
  giver: z.uuid().optional(),
  key: z.uuid().optional(),
  case: z.uuid().optional(),
  /** What is set for all desks. */
  settings: z.enum(['texts', 'rings']).optional(),
});
