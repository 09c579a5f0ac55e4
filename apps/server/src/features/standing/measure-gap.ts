import { measureKeySystem, planKeySystem, type RecordedKeySystem } from '@key2xs/domain';
import type { RecordedGap } from '#platform/deps';
import { type DriftRow, unsettledOf } from '../recorded/service';
import type { Sides } from '../sync/service';

export type GapToMeasure = Pick<Sides, 'desired' | 'known' | 'rules' | 'doors'> & {
  recorded: RecordedKeySystem;
  drift: readonly DriftRow[];
};

/** What a sync would write, and what that means in people and doors. Pauses often. */
export function* measureGap(
  { desired, recorded, drift, known, rules, doors }: GapToMeasure,
  now: number,
): Generator<undefined, RecordedGap> {
  const effect = yield* measureKeySystem({ desired, recorded, known }, doors);
  let writes = 0;
  for (const _ of planKeySystem(desired, recorded, known)) {
    writes++;
    yield;
  }
  return {
    writes,
    recordedPersons: recorded.persons.length,
    peopleLosing: effect.peopleLosing,
    rightsToWithdraw: effect.rightsLost,
    peopleGaining: effect.peopleGaining,
    rightsToGrant: effect.rightsGained,
    peopleAtOtherHours: effect.peopleAtOtherHours,
    changedThere: unsettledOf(drift, desired).length,
    until: nextBoundary(rules, now),
  };
}

/** When the next window of a rule begins or ends to count. */
function nextBoundary(rules: GapToMeasure['rules'], now: number): number {
  const moments = rules.flatMap(({ rule }) =>
    rule.time_restrictions.flatMap(({ valid_from, valid_until }) =>
      [valid_from, valid_until].flatMap((moment) => (moment === null ? [] : [Date.parse(moment)])),
    ),
  );
  return moments.reduce((next, moment) => (moment > now && moment < next ? moment : next), Number.POSITIVE_INFINITY);
}
