import { type AccessRelation, type ProfileBlock, rowOf, transpose } from '../access-relation';
import { type Random, randomOf } from '../random';
import { boundOf, coverPart, type PartCover } from './cover/cover-part';
import { type KernelPart, kernelParts } from './cover/fitting-graph';
import { resolveProfiles, restoreBlocks, withoutSuperfluous } from './cover/restore-blocks';
import { groupAt, groupSizes } from './groups';
import type { ExactPhase, ExactProgress, GrantPair, LowerBoundProof, MinedProfiles } from './mined-profiles';
import { dropDominated, type Reduction } from './reduce/drop-dominated';
import { type Grants, grantsOf } from './reduce/grants';
import { blockOfGroups, type MergedRelation, mergeEqual } from './reduce/merge-equal';
import { reporting } from './reporting';
import type { BothWays } from './tighten/cover-rows';
import { blocksOf, type LinkedProfiles, linkedProfiles } from './tighten/linked-profiles';
import { tighten } from './tighten/tighten';

/**
 * The fewest profiles that give exactly this access, or nearly: `lowerBound` says how few are possible. Yields often, so that it can
 * be stopped; `cover` of what it yields is usable then. The same relation and seed give the same profiles.
 */
export function* mineExact(input: AccessRelation, { seed }: { seed: number }): Generator<ExactProgress, MinedProfiles> {
  const merged = mergeEqual(input);
  const grants = grantsOf(merged.relation);
  const rows = () => rowsAsBlocks(merged);
  const progress = (phase: ExactPhase, done: number, lowerBound: number): ExactProgress => ({
    phase,
    done,
    total: grants.count,
    profiles: merged.relation.people,
    lowerBound,
    cover: rows,
  });
  yield progress('reduce', 0, 0);

  const reduction = yield* reporting(dropDominated(grants), ({ openCount, alone }) =>
    progress('reduce', grants.count - openCount, alone.length),
  );
  const settled = settle(grants, reduction);
  const random = randomOf(seed);
  for (const part of kernelParts(grants, reduction.open)) {
    const cover = yield* reporting(coverPart(part, random), ({ proof }) =>
      progress('cover', settled.count, provenBy(settled) + boundOf(proof)),
    );
    settlePart(settled, part, cover);
  }
  resolveProfiles(reduction.fitsWith, settled.profileOf);
  const bound = provenBy(settled);
  const turned = transpose(merged.relation);
  let blocks = yield* reporting(restoreBlocks(grants, turned, settled), () => progress('cover', grants.count, bound));
  if (blocks.length > bound) blocks = withoutSuperfluous(merged.relation, blocks);
  const profiles = yield* tightenBlocks(merged, { relation: merged.relation, turned }, blocks, random, (best) => ({
    ...progress('tighten', grants.count, bound),
    profiles: best.people.lists.length,
    cover: () => expand(merged, blocksOf(best)),
  }));
  return {
    profiles,
    lowerBound: bound,
    proof: proofOf(settled, (grant) => pairOf(merged, grants, grant)),
  };
}

function* tightenBlocks(
  merged: MergedRelation,
  ways: BothWays,
  blocks: readonly ProfileBlock[],
  random: Random,
  report: (best: LinkedProfiles) => ExactProgress,
): Generator<ExactProgress, ProfileBlock[]> {
  const weights = { people: groupSizes(merged.people), cylinders: groupSizes(merged.cylinders) };
  const best = yield* reporting(tighten(ways, linkedProfiles(blocks, weights), random), report);
  return expand(merged, blocksOf(best));
}

const expand = (merged: MergedRelation, blocks: readonly ProfileBlock[]): ProfileBlock[] =>
  blocks.map(({ people, cylinders }) => blockOfGroups(merged, people, cylinders));

/** Until all grants have profiles: a profile for people with equal cylinders each. */
const rowsAsBlocks = (merged: MergedRelation): ProfileBlock[] =>
  Array.from({ length: merged.relation.people }, (_, row) =>
    blockOfGroups(merged, Int32Array.of(row), rowOf(merged.relation, row)),
  );

/** Of people who are merged, and of cylinders, the first. */
function pairOf({ people, cylinders }: MergedRelation, { person, cylinder }: Grants, grant: number): GrantPair {
  return [groupAt(people, person[grant] ?? 0)[0] ?? 0, groupAt(cylinders, cylinder[grant] ?? 0)[0] ?? 0];
}

/** Grants with their profiles so far, -1 for none, and what proves that so many are needed. */
type Settled = {
  profileOf: Int32Array;
  profiles: number;
  count: number;
  independent: number[];
  core: { grants: number[]; profiles: number };
};

const provenBy = ({ independent, core }: Settled): number => independent.length + core.profiles;

function settle(grants: Grants, { alone, openCount }: Reduction): Settled {
  const profileOf = new Int32Array(grants.count).fill(-1);
  alone.forEach((grant, profile) => {
    profileOf[grant] = profile;
  });
  const core = { grants: [], profiles: 0 };
  return { profileOf, profiles: alone.length, count: grants.count - openCount, independent: [...alone], core };
}

function settlePart(settled: Settled, { kernel }: KernelPart, { colouring, proof }: PartCover): void {
  kernel.grants.forEach((grant, at) => {
    settled.profileOf[grant] = settled.profiles + (colouring.profileOf[at] ?? 0);
  });
  settled.profiles += colouring.profiles;
  settled.count += kernel.grants.length;
  for (const at of proof.independent) settled.independent.push(kernel.grants[at] ?? 0);
  for (const at of proof.core) settled.core.grants.push(kernel.grants[at] ?? 0);
  settled.core.profiles += proof.profiles;
}

function proofOf({ independent, core }: Settled, pair: (grant: number) => GrantPair): LowerBoundProof {
  const grants = independent.map(pair);
  if (core.profiles === 0) return { grants };
  return { grants, core: { grants: core.grants.map(pair), profiles: core.profiles } };
}
