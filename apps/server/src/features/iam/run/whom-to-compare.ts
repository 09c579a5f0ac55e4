import type { DirectoryCounts, GuardInput } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import type { TaskRun } from '../../tasks/service';
import { countTold } from '../called/copy-queries';
import { type Circumstances, circumstancesOf, listUnsettled } from '../called/unsettled';
import type { OpenSource } from '../open-source';
import { countActive, type StoredConnection } from '../queries';
import { countStaying } from './apply-people';

/** Whom a run compares. */
export type Whom = {
  /** By id; everybody unless given. */
  only?: readonly string[] | undefined;
  /** Of a source whose unchanged people need not be compared again: what else decides how they compare. */
  circumstances?: string;
};

/** The same whenever the run goes on: nothing is read into the copy meanwhile. */
export async function whomToCompare(
  { deps: { db }, task }: TaskRun,
  { access: { connectionId }, called }: OpenSource,
  { mapping, day }: Circumstances,
): Promise<Whom> {
  if (task.run_kind === 'single') return { only: [task.run_person ?? ''] };
  if (!called) return {};
  const circumstances = await circumstancesOf(db, connectionId, { mapping, day });
  return { only: await listUnsettled(db, connectionId, circumstances), circumstances };
}

type Counted = { counts: DirectoryCounts; tally: GuardInput };

/** What the guards count, from those who were compared. @param rows how many records those were */
export async function countEverybody(
  db: Db,
  { id }: StoredConnection,
  { only, circumstances }: Whom,
  { counts, tally, rows }: Counted & { rows: number },
): Promise<Counted> {
  if (!only) return { counts, tally };
  if (circumstances === undefined) return { counts, tally: tallyOfOne(await countActive(db, id), tally) };
  const others = (await countTold(db, id)) - rows;
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

/** A run over one person says nothing of how many there are. */
const tallyOfOne = (people: number, { removals }: GuardInput): GuardInput => ({
  before: people,
  listed: people,
  removals,
  rows: 0,
  problems: 0,
});
