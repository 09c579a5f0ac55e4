import { type AccessIndex, indexing } from '@key2xs/domain';
import { withSnapshot } from '#platform/database/with-snapshot';
import type { Db } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { currentSnapshot } from '../live/access-changes';
import { loadFactsAt } from './load-facts-at';

type Past = { index: AccessIndex; revision: string };

const maxKept = 2;
const maxBytes = 64 * 1_024 * 1_024;
const keptForMs = 5 * 60_000;
/** Longer than any transaction takes: what one that was under way at a moment changed is known from then on. */
const settledMs = 10 * 60_000;

/**
 * Builds the access index of a past moment, and caches the last two for some minutes, because readers ask more than one
 * question about a moment. Concurrent callers share one.
 */
export function createPastAccess({ db, clock }: { db: Db; clock: () => Date }): (at: Date) => Promise<Past> {
  const kept = new Map<number, Promise<Past>>();
  const make = async (moment: number): Promise<Past> => {
    let past: Past | undefined;
    try {
      const { revision, facts } = await withSnapshot(db, (tx) => readPast(tx, new Date(moment)));
      past = { revision, index: await inSlices(indexing(facts)) };
      return past;
    } finally {
      const isSettled = clock().getTime() - moment > settledMs;
      if (!past || !isSettled || bytesOf(past.index) > maxBytes) kept.delete(moment);
      else setTimeout(() => kept.delete(moment), keptForMs).unref();
    }
  };
  return (at) => {
    const moment = at.getTime();
    const past = kept.get(moment) ?? make(moment);
    kept.delete(moment); // the last in the map is the one asked for last
    kept.set(moment, past);
    for (const other of [...kept.keys()].slice(0, -maxKept)) kept.delete(other);
    return past;
  };
}

const readPast = async (tx: Db, at: Date) => ({
  revision: await currentSnapshot(tx),
  facts: await loadFactsAt(tx, at),
});

const bytesOfId = 100; // of a person or cylinder: id, number, and their entry in a map

/** Roughly, of what grows with the installation. */
function bytesOf({ people, doors, rules, rulesOfRow, rulesOfCylinder }: AccessIndex): number {
  const ofRules = rules.reduce((sum, rule) => sum + (rule ? rule.rows.byteLength + rule.cylinders.byteLength : 0), 0);
  const ofIds = (people.ids.length + doors.ids.length) * bytesOfId;
  return ofRules + ofIds + rulesOfRow.bits.byteLength + rulesOfCylinder.bits.byteLength;
}
