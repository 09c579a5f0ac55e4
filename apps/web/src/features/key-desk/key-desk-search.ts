import { z } from 'zod';

export const deskModes = ['hand_out', 'return', 'transfer'] as const;
export type DeskMode = (typeof deskModes)[number];

/** `desk`: what is done at the desk; without it, the list of keys is shown. */
export const keyDeskSearch = z.object({ desk: z.enum(deskModes).optional() });
