import type { ProfileBlock } from '../access-relation';
import type { MinedPlan, MinedProof } from './mined-plan';
import { miningData } from './mining-data';
import type { MiningInput, MiningSettings } from './mining-input';
import { planning } from './planning';
import type { SuggestionDraft } from './suggest';

const noCells = { people: new Int32Array(0), cylinders: new Int32Array(0) };

/**
 * The plan of these suggestions, in this order: what they give follows anew from the input, and every right gets its place.
 * @param before the plan that was edited; null where these are only a part of one
 * @param finds without it there are no findings, which take as long as the rest
 */
export function planOf(
  input: MiningInput,
  settings: MiningSettings,
  suggestions: readonly SuggestionDraft[],
  before: MinedPlan | null,
  { finds = true }: { finds?: boolean } = {},
): MinedPlan {
  const plan = planning(miningData(input), settings);
  for (const suggestion of suggestions) plan.add(suggestion);
  return plan.finish({
    isPartial: before === null || before.figures.is_partial,
    before: before?.rights ?? null,
    proof: before?.proof ?? { rights: noCells, core: null },
    outliers: before?.findings.outlier ?? noCells,
    finds,
  });
}

/**
 * The same for suggestions that are the whole of a plan and no edit of one.
 * @param all.beyond further suggestions, which it leaves out
 * @param all.proof of the same input
 */
export function planOfAll(
  input: MiningInput,
  settings: MiningSettings,
  suggestions: readonly SuggestionDraft[],
  { beyond = [], proof = { rights: noCells, core: null } }: { beyond?: readonly ProfileBlock[]; proof?: MinedProof },
): MinedPlan {
  const plan = planning(miningData(input), settings);
  for (const suggestion of suggestions) plan.add(suggestion);
  return plan.finish({ beyond, proof, outliers: noCells });
}
