import { type AccessRelation, type ProfileBlock, rowOf, transpose } from '../access-relation';
import { randomOf } from '../random';
import { coverPart, type PartCover } from './cover/cover-part';
import { type KernelPart, kernelParts } from './cover/fitting-graph';
import { resolveProfiles, restoreBlocks, withoutSuperfluous } from './cover/restore-blocks';
import { groupAt } from './groups';
import type { ExactPhase, ExactProgress, GrantPair, MinedProfiles } from './mined-profiles';
import { dropDominated, type Reduction } from './reduce/drop-dominated';
import { type Grants, grantsOf } from './reduce/grants';
import { blockOfGroups, type MergedRelation, mergeEqual } from './reduce/merge-equal';
import { reporting } from './reporting';

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
    const cover = yield* reporting(coverPart(part, random), ({ independent }) =>
      progress('cover', settled.count, settled.independent.length + independent.length),
    );
    settlePart(settled, part, cover);
  }
  resolveProfiles(reduction.fitsWith, settled.profileOf);
  const bound = settled.independent.length;
  let blocks = yield* reporting(restoreBlocks(grants, transpose(merged.relation), settled), () =>
    progress('cover', grants.count, bound),
  );
  if (blocks.length > bound) blocks = withoutSuperfluous(merged.relation, blocks);
  return {
    profiles: blocks.map(({ people, cylinders }) => blockOfGroups(merged, people, cylinders)),
    lowerBound: bound,
    proof: { grants: settled.independent.map((grant) => pairOf(merged, grants, grant)) },
  };
}

/** Until all grants have profiles: a profile for people with equal cylinders each. */
const rowsAsBlocks = (merged: MergedRelation): ProfileBlock[] =>
  Array.from({ length: merged.relation.people }, (_, row) =>
    blockOfGroups(merged, Int32Array.of(row), rowOf(merged.relation, row)),
  );

/** Of people who are merged, and of cylinders, the first. */
function pairOf({ people, cylinders }: MergedRelation, { person, cylinder }: Grants, grant: number): GrantPair {
  return [groupAt(people, person[grant] ?? 0)[0] ?? 0, groupAt(cylinders, cylinder[grant] ?? 0)[0] ?? 0];
}

/** Grants with their profiles so far, -1 for none, and those no two of which fit into one. */
type Settled = { profileOf: Int32Array; profiles: number; count: number; independent: number[] };

function settle(grants: Grants, { alone, openCount }: Reduction): Settled {
  const profileOf = new Int32Array(grants.count).fill(-1);
  alone.forEach((grant, profile) => {
    profileOf[grant] = profile;
  });
  return { profileOf, profiles: alone.length, count: grants.count - openCount, independent: [...alone] };
}

function settlePart(settled: Settled, { kernel }: KernelPart, { colouring, independent }: PartCover): void {
  kernel.grants.forEach((grant, at) => {
    settled.profileOf[grant] = settled.profiles + (colouring.profileOf[at] ?? 0);
  });
  settled.profiles += colouring.profiles;
  settled.count += kernel.grants.length;
  for (const at of independent) settled.independent.push(kernel.grants[at] ?? 0);
}
