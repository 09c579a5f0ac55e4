import {
  type AccessIndex,
  type AccessTally,
  grantingRules,
  sumOf,
  tallying,
  updateTally,
  withinDates,
} from '@key2xs/domain';
import { sharedReading } from '#platform/caches/shared-reading';
import type { Deps, LiveSums, Reader } from '#platform/deps';
import { inSlices } from '#platform/in-slices';

type Answer = Awaited<ReturnType<LiveSums>>;
type Kept = { index: AccessIndex; changes: object; granting: Int32Array; tally: AccessTally; sums: Answer };

/**
 * Keeps how much access there is: patched by the rows of people that have changed since the last question, added up anew after
 * what concerns very many of them. Of a scope they are added up for each question.
 */
export function createLiveSums({ access, clock }: Pick<Deps, 'access' | 'clock'>): LiveSums {
  let kept: Kept | undefined;
  const ofAll = sharedReading(async () => {
    const { index, changes } = await access.whole();
    const now = withinDates(index, clock().getTime());
    const { granting } = now;
    if (kept && kept.changes === changes && areEqual(kept.granting, granting)) return kept.sums;
    const rules = grantingRules(now).length;
    const isFollowed = kept?.index === index && updateTally(kept.tally, now);
    // The first step copies what it needs, before another request patches the index.
    const tally = isFollowed && kept ? kept.tally : await inSlices(tallying(now));
    kept = { index, changes, granting, tally, sums: { ...sumOf(tally), rules, activePeople: countActive(tally) } };
    return kept.sums;
  });
  const ofScope = async (reader: Pick<Reader, 'viewer'>): Promise<Answer> => {
    const now = withinDates((await access.current(reader)).index, clock().getTime());
    const rules = grantingRules(now).length;
    const tally = await inSlices(tallying(now));
    return { ...sumOf(tally), rules, activePeople: countActive(tally) };
  };
  return (reader) => (reader.viewer.scope === null ? ofAll() : ofScope(reader));
}

/** Row 0 is that of people who are not. */
const countActive = ({ people }: AccessTally) => people.subarray(1).reduce((total, next) => total + next, 0);

const areEqual = (a: Int32Array, b: Int32Array) => a.length === b.length && a.every((word, i) => word === b[i]);
