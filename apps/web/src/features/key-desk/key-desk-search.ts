import { z } from 'zod';

export const deskModes = ['hand_out', 'return', 'transfer'] as const;
export type DeskMode = (typeof deskModes)[number];

/** `desk`: what is done at the desk at present; `for` is the person for whom. */
export const keyDeskSearch = z.object({ desk: z.enum(deskModes).optional() });
