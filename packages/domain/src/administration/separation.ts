import type { AdminFunction, SeparationWarning } from '@key2xs/contract';

/** Functions that one person should not have together. */
const separated: Record<SeparationWarning, readonly AdminFunction[]> = {
  edits_and_activates_plans: ['edit_plans', 'activate_plans'],
};

export const checkSeparation = (functions: readonly AdminFunction[]): SeparationWarning[] =>
  (Object.keys(separated) as SeparationWarning[]).filter((warning) =>
    separated[warning].every((name) => functions.includes(name)),
  );
