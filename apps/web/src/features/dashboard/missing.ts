import type { Flags } from '#data/overview';

export type Missing = 'needIam' | 'needKeySystem' | 'needKeyPlan';

/** The missing part that functions depend on, in the order of set-up. */
export function missingOf(flags: Flags): Missing | undefined {
  if (!flags.isConnectedToIam) return 'needIam';
  if (!flags.isConnectedToKeySystem) return 'needKeySystem';
  return flags.hasKeyPlan ? undefined : 'needKeyPlan';
}
