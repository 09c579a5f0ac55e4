import { z } from 'zod';

/** Why somebody counts for access, or does not. */
export const PersonState = z
  .enum(['active', 'suspended', 'coming', 'left'])
  .describe(
    'Only active people open doors. suspended: the account is switched off. coming: the first day is yet to come.',
  );
export type PersonState = z.infer<typeof PersonState>;

/** What a run over a source reads. */
export const RunKind = z
  .enum(['full', 'delta', 'webhook', 'single', 'preview', 'push', 'dates'])
  .describe(
    'full: everything. delta, webhook: what has changed. single: one person. dates: nobody is read, first and last days count. preview: nobody is read, what is known is compared.',
  );
export type RunKind = z.infer<typeof RunKind>;
