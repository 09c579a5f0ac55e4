import type { AccessEvaluation } from '@key2xs/contract';
import { datesOf } from '#lib/time/dates-of-windows';

type Evaluation = Pick<AccessEvaluation, 'grants' | 'recorded_only' | 'at'>;

/**
 * Grants whose rules are within their dates. The others are listed on the page, but key systems need not record them.
 */
export const currentGrants = ({ grants, at }: Pick<Evaluation, 'grants' | 'at'>) =>
  grants.filter(({ reasons }) => datesOf(reasons, at)?.state === 'hold');

/** Doors that may be opened but are not recorded, and doors that are recorded but may not be opened. */
export function differencesOf(evaluation: Evaluation) {
  const current = currentGrants(evaluation);
  const unrecorded = current.filter(({ recorded }) => recorded === 'no');
  const since = unrecorded.flatMap((grant) => grant.since ?? []).sort((a, b) => Date.parse(a) - Date.parse(b));
  return {
    unrecorded,
    /** When the oldest of them was granted; null if unknown. */
    waitingSince: since[0] ?? null,
    beyond: evaluation.recorded_only ?? [],
    recorded: current.filter(({ recorded }) => recorded === 'yes').length + (evaluation.recorded_only?.length ?? 0),
    /** Not every affected key system has been read. */
    isUnknown: evaluation.recorded_only === null || current.some(({ recorded }) => recorded === 'unknown'),
  };
}
