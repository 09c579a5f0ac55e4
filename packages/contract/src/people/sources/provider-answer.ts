import { z } from 'zod';

/** A random value that stays in the tab, so that a sign-in ends in the browser where it began. */
export const BrowserKey = z.string().regex(/^[\w-]{32,100}$/);
/** As the provider has put it into the address; a refusal has an error in place of the code. */
export const ProviderAnswer = z.strictObject({
  browser_key: BrowserKey,
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(4_000).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
});
export type ProviderAnswer = z.output<typeof ProviderAnswer>;
