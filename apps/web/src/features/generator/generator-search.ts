import { z } from 'zod';

export const runViews = ['suggestions', 'matrix', 'choices', 'review', 'compare'] as const;

/** The run, its view, and the suggestion whose details are open (`open`, as in every list). `from`: the run whose settings a new one begins with. */
export const generatorSearch = z.object({
  run: z.uuid().optional(),
  view: z.enum(runViews).optional(),
  from: z.uuid().optional(),
});
