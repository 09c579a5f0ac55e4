import type { Flags } from '#data/overview';

export type Missing = 'needIam' | 'needKeySystem' | 'needKeyPlan';

/** The next step while something that functions depend on does not exist. */
export function missingOf(flags: Flags): Missing | undefined {
  if (!flags.isConnectedToIam) return 'needIam';
  if (!flags.isConnectedToKeySystem) return 'needKeySystem';
  return flags.hasKeyPlan ? undefined : 'needKeyPlan';
}
