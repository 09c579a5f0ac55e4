import type { AccessRelation, ProfileBlock } from '../access-relation';
import type { Random } from '../random';
import { boundOf, coverFirst, coverPart, type PartCover } from './cover/cover-part';
import { type KernelPart, kernelParts } from './cover/fitting-graph';
import { resolveProfiles, restoreBlocks } from './cover/restore-blocks';
import type { Reduction } from './reduce/drop-dominated';
import type { Grants } from './reduce/grants';
import { reporting } from './reporting';

/** All grants with a profile: those that have one for themselves, each part of what was open, and those that fit to them. */
export type CoveredGrants = {
  grants: Grants;
  reduction: Reduction;
  parts: readonly KernelPart[];
  /** One for each part. */
  covers: PartCover[];
};

/** What first fit gives. Yields often. */
export function* coverAll(grants: Grants, reduction: Reduction, random: Random): Generator<undefined, CoveredGrants> {
  const parts = yield* kernelParts(grants, reduction.open);
  const covers: PartCover[] = [];
  for (const part of parts) covers.push(yield* coverFirst(part, random));
  return { grants, reduction, parts, covers };
}

/** Looks for a higher bound in each part, and for fewer profiles where these are wanted. Yields at once, and often. */
export function* improveCover(
  covered: CoveredGrants,
  random: Random,
  wantsProfiles: boolean,
): Generator<CoveredGrants, void> {
  const { parts, covers } = covered;
  yield covered;
  for (const [at, part] of parts.entries()) {
    const first = covers[at];
    if (!first) continue;
    const steps = coverPart(part, first, random, wantsProfiles);
    covers[at] = yield* reporting(steps, (better) => {
      covers[at] = better;
      return covered;
    });
  }
}

export const countProfiles = ({ reduction, covers }: CoveredGrants): number =>
  covers.reduce((sum, { colouring }) => sum + colouring.profiles, reduction.alone.length);

/** Fewer profiles than these are impossible. */
export const countNeeded = ({ reduction, covers }: CoveredGrants): number =>
  covers.reduce((sum, { proof }) => sum + boundOf(proof), reduction.alone.length);

/** The grants of the proof: no two of `independent` fit into one profile, and `core` needs `profiles` more. */
export function provingGrants({ reduction, parts, covers }: CoveredGrants) {
  const independent = [...reduction.alone];
  const core: number[] = [];
  let profiles = 0;
  for (const [at, { proof }] of covers.entries()) {
    const { grants } = parts[at]?.kernel ?? { grants: new Int32Array(0) };
    for (const grant of proof.independent) independent.push(grants[grant] ?? 0);
    for (const grant of proof.core) core.push(grants[grant] ?? 0);
    profiles += proof.profiles;
  }
  return { independent, core, profiles };
}

/** A block for each profile. Yields often. */
export function* blocksOfCover(
  { grants, reduction, parts, covers }: CoveredGrants,
  turned: AccessRelation,
): Generator<unknown, ProfileBlock[]> {
  const profileOf = new Int32Array(grants.count).fill(-1);
  let profiles = 0;
  for (const grant of reduction.alone) profileOf[grant] = profiles++;
  for (const [at, { colouring }] of covers.entries()) {
    const { grants: numbers } = parts[at]?.kernel ?? { grants: new Int32Array(0) };
    for (let grant = 0; grant < numbers.length; grant++) {
      profileOf[numbers[grant] ?? 0] = profiles + (colouring.profileOf[grant] ?? 0);
    }
    profiles += colouring.profiles;
  }
  resolveProfiles(reduction.fitsWith, profileOf);
  return yield* restoreBlocks(grants, turned, { profileOf, profiles });
}
