import { runToEnd } from '../../run-to-end';
import { type AccessRelation, type ProfileBlock, rowOf, transpose } from '../access-relation';
import { type Random, randomOf } from '../random';
import { withoutSuperfluous } from './cover/restore-blocks';
import {
  blocksOfCover,
  type CoveredGrants,
  countNeeded,
  countProfiles,
  coverAll,
  improveCover,
  provingGrants,
} from './covered-grants';
import { groupAt, groupSizes } from './groups';
import type { ExactAim, ExactProgress, GrantPair, LowerBoundProof, MinedProfiles } from './mined-profiles';
import { dropDominated, type Reduction } from './reduce/drop-dominated';
import { type Grants, grantsOf } from './reduce/grants';
import { blockOfGroups, type MergedRelation, mergeEqual } from './reduce/merge-equal';
import { reporting } from './reporting';
import type { BothWays } from './tighten/cover-rows';
import { blocksOf, linkedProfiles } from './tighten/linked-profiles';
import { type Tightening, tighten } from './tighten/tighten';

/** A bound gains hardly anything from what late rounds drop: on dirty data they take most of the time. */
const minDropped: Record<ExactAim, number> = { bound: 0.1, profiles: 0.005, links: 0.005 };

/**
 * The fewest profiles that give exactly this access, or nearly: `lowerBound` says how few are possible. Yields often, so that it can
 * be stopped; `cover` of what it yields is usable then. The same relation and seed give the same profiles.
 * @param aim what is worth time: of `bound` only `lowerBound` and `proof` are good, of `profiles` their number too, of `links` all
 */
export function* mineExact(
  input: AccessRelation,
  { seed, aim = 'links' }: { seed: number; aim?: ExactAim },
): Generator<ExactProgress, MinedProfiles> {
  const merged = mergeEqual(input);
  const { relation } = merged;
  const grants = grantsOf(relation);
  const random = randomOf(seed);
  const reducing = ({ openCount, alone }: Pick<Reduction, 'openCount' | 'alone'>): ExactProgress => ({
    ...{ phase: 'reduce', done: grants.count - openCount, total: grants.count, lowerBound: alone.length },
    profiles: relation.people,
    cover: () => rowsAsBlocks(merged),
    // What fitted to a grant that is alone was dropped before, so no two of these fit.
    proof: () => ({ grants: alone.map((grant) => pairOf(grants, merged, grant)) }),
  });
  yield reducing({ openCount: grants.count, alone: [] });
  const reduction = yield* reporting(dropDominated(grants, minDropped[aim]), reducing);

  const turned = transpose(relation);
  const covering = (covered: CoveredGrants): ExactProgress => ({
    ...{ phase: 'cover', done: countNeeded(covered), total: countProfiles(covered) },
    profiles: countProfiles(covered),
    lowerBound: countNeeded(covered),
    cover: () => expand(merged, runToEnd(blocksOfCover(covered, turned))),
    proof: () => proofOf(covered, merged),
  });
  const covered = yield* reporting(coverAll(grants, reduction, random), () => reducing(reduction));
  yield* reporting(improveCover(covered, random, aim !== 'bound'), covering);
  const lowerBound = countNeeded(covered);
  let blocks = yield* reporting(blocksOfCover(covered, turned), () => covering(covered));
  if (blocks.length > lowerBound) blocks = withoutSuperfluous(relation, blocks);
  const proof = proofOf(covered, merged);
  if (aim !== 'links') return { profiles: expand(merged, blocks), lowerBound, proof };

  const profiles = yield* tightenBlocks(merged, { relation, turned }, blocks, random, ({ best, done, total }) => ({
    ...{ phase: 'tighten', done, total, lowerBound },
    profiles: blocksOf(best).length,
    cover: () => expand(merged, blocksOf(best)),
    proof: () => proof,
  }));
  return { profiles, lowerBound, proof };
}

function* tightenBlocks(
  merged: MergedRelation,
  ways: BothWays,
  blocks: readonly ProfileBlock[],
  random: Random,
  report: (tightening: Tightening) => ExactProgress,
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

function proofOf(covered: CoveredGrants, merged: MergedRelation): LowerBoundProof {
  const { independent, core, profiles } = provingGrants(covered);
  const pairs = (all: readonly number[]) => all.map((grant) => pairOf(covered.grants, merged, grant));
  const grants = pairs(independent);
  return profiles === 0 ? { grants } : { grants, core: { grants: pairs(core), profiles } };
}

/** Of people and of cylinders that are merged, the first. */
const pairOf = ({ person, cylinder }: Grants, merged: MergedRelation, grant: number): GrantPair => [
  groupAt(merged.people, person[grant] ?? 0)[0] ?? 0,
  groupAt(merged.cylinders, cylinder[grant] ?? 0)[0] ?? 0,
];
