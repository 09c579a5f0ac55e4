import { DriverError, type DriverErrorKind } from '@key2xs/drivers';
import type { Sentence } from '@key2xs/texts';
import { mustRetryLater } from '#platform/jobs/must-retry-later';
import type { ItemRow } from '#platform/schema/schema';
import type { ItemCall } from './item-calls';

/** Calls under way at once to one key system. */
const parallel = 8;
/** Enough tries to tell a sick key system from a few bad records. */
const failuresToJudge = 50;
const failureLimit = 0.4;

const ofRecord: ReadonlySet<DriverErrorKind> = new Set(['refused_item', 'refused', 'bad_answer']);

/** Whether the failure of one write speaks of the record written. All others speak of the key system as a whole. */
const isAboutRecord = (error: unknown): error is DriverError =>
  error instanceof DriverError && ofRecord.has(error.kind) && !mustRetryLater(error);

export type CallsMade = {
  /** Ordinal to null when done, or to the message when it failed. What is not in here was not tried to its end. */
  outcomes: Map<number, Sentence | null>;
  /** What made it impossible to go on, if anything did. */
  broken: unknown;
  /** So many of those tried have failed that trying more makes no sense. */
  isHopeless: boolean;
};

/**
 * Makes calls in their order, some at a time. A call for several items that is refused is narrowed down to the items
 * that are the reason, at 2 log n calls each. Stops taking further ones once `isTime` says so, but never before the
 * first item has come to its end, so that however slow the key system is, something is done; and once most have failed.
 */
export async function makeCalls(calls: readonly ItemCall[], isTime: () => boolean): Promise<CallsMade> {
  const queue = [...calls];
  const first = calls[0]?.items[0]?.ordinal;
  const made: CallsMade = { outcomes: new Map(), broken: undefined, isHopeless: false };
  let failed = 0;
  const settle = (items: readonly ItemRow[], message: Sentence | null) => {
    for (const { ordinal } of items) made.outcomes.set(ordinal, message);
    if (message !== null) failed += items.length;
    made.isHopeless ||= failed >= failuresToJudge && failed > made.outcomes.size * failureLimit;
  };
  const next = () => {
    if (made.broken !== undefined || made.isHopeless) return undefined;
    if (isTime() && first !== undefined && made.outcomes.has(first)) return undefined;
    return queue.shift();
  };
  const work = async () => {
    for (let call = next(); call; call = next()) {
      try {
        await call.run(call.items);
        settle(call.items, null);
      } catch (error) {
        if (!isAboutRecord(error)) made.broken ??= error;
        else if (call.items.length > 1) queue.unshift(...halves(call));
        else settle(call.items, error.sentence);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return made;
}

function halves({ items, run }: ItemCall): ItemCall[] {
  const middle = Math.ceil(items.length / 2);
  return [
    { items: items.slice(0, middle), run },
    { items: items.slice(middle), run },
  ];
}
