import type { DirectoryCounts, GuardInput } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import type { TaskRun } from '../../tasks/service';
import { type Circumstances, circumstancesOf, listNeedingComparison } from '../called/needs-compare';
import { countListed } from '../called/replica-queries';
import type { OpenSource } from '../open-source';
import { countActive, type StoredConnection } from '../queries';
import { countStaying } from './apply-people';

/** The people that a run compares. */
export type ComparisonScope = {
  /** By id; all people unless given. */
  only?: readonly string[] | undefined;
  /** For a source whose unchanged people are skipped: see `circumstancesOf`. */
  circumstances?: string;
};

/** Stays the same when a run resumes: nothing is read into the replica in between. */
export async function findComparisonScope(
  { deps: { db }, task }: TaskRun,
  { access: { connectionId }, called }: OpenSource,
  { mapping, day }: Circumstances,
): Promise<ComparisonScope> {
  if (task.run_kind === 'single') return { only: [task.run_person ?? ''] };
  if (!called) return {};
  const circumstances = await circumstancesOf(db, connectionId, { mapping, day });
  return { only: await listNeedingComparison(db, connectionId, circumstances), circumstances };
}

type Counted = { counts: DirectoryCounts; tally: GuardInput };

/** Extends the counts of the compared people to the whole source, for the guards. @param rows number of compared records */
export async function countAll(
  db: Db,
  { id }: StoredConnection,
  { only, circumstances }: ComparisonScope,
  { counts, tally, rows }: Counted & { rows: number },
): Promise<Counted> {
  if (!only) return { counts, tally };
  if (circumstances === undefined) return { counts, tally: tallyOfOne(await countActive(db, id), tally) };
  const others = (await countListed(db, id)) - rows;
  return {
    counts: { ...counts, unchanged: counts.unchanged + others },
    tally: {
      ...tally,
      before: await countStaying(db, id),
      listed: tally.listed + others,
      rows: tally.rows + others,
    },
  };
}

/** A run over one person does not show how many people the source has. */
const tallyOfOne = (people: number, { removals }: GuardInput): GuardInput => ({
  before: people,
  listed: people,
  removals,
  rows: 0,
  problems: 0,
});
