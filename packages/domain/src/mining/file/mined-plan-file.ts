import type { TimeRestriction } from '@key2xs/contract';
import type { AccessRelation, ProfileBlock } from '../access-relation';
import type { GrantPair, LowerBoundProof } from '../exact/mined-profiles';
import type { RightHours } from '../hours/right-hours';

/** Pairs of person and cylinder, as positions: `people[n]` and `cylinders[n]`. */
type FiledCells = { people: number[]; cylinders: number[] };

type FiledBlock = { id: string; name?: string; people: number[]; cylinders: number[] };

/** What the author of the plan did not know or left out; without a text in a file without names. */
type FiledWarning = { code: string; text?: string };

/** The document that `npm run verify-plan` checks; docs/mined-plan-file.md says what each field means. */
export type MinedPlanFile = {
  format: 'key2xs-mined-plan';
  version: 1;
  people: string[];
  cylinders: string[];
  rights: number[][];
  profiles: FiledBlock[];
  rules: FiledBlock[];
  singles: FiledCells;
  request_only: FiledCells;
  additions: FiledCells;
  removals: FiledCells;
  schedules?: TimeRestriction[][];
  hours?: number[][];
  addition_hours?: number[];
  warnings?: FiledWarning[];
  lower_bound: { profiles: number; grants: FiledCells; core?: FiledCells & { profiles: number } };
};

/** `id` unique among profiles and rules. */
export type BlockToFile = ProfileBlock & { id: string; name?: string };

/** `people[n]` and `cylinders[n]` belong together. */
type Cells = { people: ArrayLike<number>; cylinders: ArrayLike<number> };

export type PlanToFile = {
  /** Ids of people and cylinders in the order of the relation, each different. */
  people: readonly string[];
  cylinders: readonly string[];
  /** The rights before. */
  relation: AccessRelation;
  profiles: readonly BlockToFile[];
  /** A rule with the people it matches and the cylinders it gives them. */
  rules?: readonly BlockToFile[];
  /** Rights of today that stay as they are, outside profiles and rules. */
  singles?: Cells;
  /** Rights of today that their holders keep and others get only on request. */
  requestOnly?: Cells;
  /** Rights that an administrator accepted as new. */
  additions?: Cells;
  /** Rights of today that an administrator accepted to lose. */
  removals?: Cells;
  /** When the rights before hold, and the additions, in their order. */
  hours?: { before: RightHours; additions: readonly number[] };
  warnings?: readonly FiledWarning[];
  /** Its grants are given by profiles or rules. */
  proof: LowerBoundProof;
};

/**
 * The file of a plan, as a value for `JSON.stringify`: rights as a row of cylinder positions for each person, cells as two lists. It
 * has everything that is needed to check that only accepted rights are gained or lost, and the lower bound.
 */
export function minedPlanFile(plan: PlanToFile): MinedPlanFile {
  const { relation, proof } = plan;
  const { start, list } = relation;
  return {
    format: 'key2xs-mined-plan',
    version: 1,
    people: [...plan.people],
    cylinders: [...plan.cylinders],
    rights: Array.from({ length: relation.people }, (_, person) => [
      ...list.subarray(start[person], start[person + 1]),
    ]),
    profiles: plan.profiles.map(filedBlock),
    rules: (plan.rules ?? []).map(filedBlock),
    singles: filedCells(plan.singles),
    request_only: filedCells(plan.requestOnly),
    additions: filedCells(plan.additions),
    removals: filedCells(plan.removals),
    ...(plan.hours && filedHours(relation, plan.hours)),
    ...(plan.warnings && plan.warnings.length > 0 && { warnings: [...plan.warnings] }),
    lower_bound: {
      profiles: proof.grants.length + (proof.core?.profiles ?? 0),
      grants: filedPairs(proof.grants),
      ...(proof.core && { core: { profiles: proof.core.profiles, ...filedPairs(proof.core.grants) } }),
    },
  };
}

const filedHours = (
  { people, start }: AccessRelation,
  { before: { schedules, of }, additions }: NonNullable<PlanToFile['hours']>,
) => ({
  schedules,
  hours: Array.from({ length: people }, (_, person) => [...of.subarray(start[person], start[person + 1])]),
  addition_hours: [...additions],
});

const filedBlock = ({ id, name, people, cylinders }: BlockToFile): FiledBlock => ({
  id,
  ...(name !== undefined && { name }),
  people: [...people],
  cylinders: [...cylinders],
});

const filedCells = (cells?: Cells): FiledCells => ({
  people: Array.from(cells?.people ?? []),
  cylinders: Array.from(cells?.cylinders ?? []),
});

const filedPairs = (pairs: readonly GrantPair[]): FiledCells => ({
  people: pairs.map(([person]) => person),
  cylinders: pairs.map(([, cylinder]) => cylinder),
});
