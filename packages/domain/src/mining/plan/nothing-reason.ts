import type { MinedPlan } from './mined-plan';
import type { MiningInput, MiningSettings } from './mining-input';

/** Why nothing is suggested, and the nearest settings that suggest something; null where no setting does. */
export type NothingReason =
  | { code: 'no_people' | 'no_cylinders' | 'no_rights' | 'all_on_request'; nearest: null }
  | { code: 'groups_too_small'; nearest: Pick<MiningSettings, 'minPeople'> };

/** @returns null where something is suggested, or the run was stopped before */
export function nothingReason(input: MiningInput, plan: MinedPlan): NothingReason | null {
  const { relation, needsApproval } = input;
  if (plan.suggestions.length > 0 || plan.figures.is_partial) return null;
  if (relation.people === 0) return { code: 'no_people', nearest: null };
  if (relation.cylinders === 0) return { code: 'no_cylinders', nearest: null };
  if (relation.list.length === 0) return { code: 'no_rights', nearest: null };
  const holders = new Int32Array(relation.cylinders);
  for (const cylinder of relation.list) {
    if (needsApproval[cylinder] !== 1) holders[cylinder] = (holders[cylinder] ?? 0) + 1;
  }
  const most = holders.reduce((largest, many) => Math.max(largest, many), 0);
  if (most === 0) return { code: 'all_on_request', nearest: null };
  return { code: 'groups_too_small', nearest: { minPeople: most } };
}
