import { z } from 'zod';

/** Whether and why a person counts for access. */
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
    'full: everything. delta, webhook: the changes. single: one person. dates: reads nothing, evaluates first and last days. preview: reads nothing, compares the known data.',
  );
export type RunKind = z.infer<typeof RunKind>;
