import { DriverError, type DriverErrorKind } from '@key2xs/drivers';
import type { Sentence } from '@key2xs/texts';
import { mustRetryLater } from '#platform/jobs/must-retry-later';
import type { ItemRow } from '#platform/schema/schema';
import type { ItemCall } from './item-calls';

/** Concurrent calls to one key system. */
const parallel = 8;
/** Enough tries to tell a failing key system from a few bad records. */
const failuresToJudge = 50;
const failureLimit = 0.4;

const ofRecord: ReadonlySet<DriverErrorKind> = new Set(['refused_item', 'conflict', 'refused', 'bad_answer']);

/** Whether a failure concerns the written record only. All others concern the whole key system. */
const isAboutRecord = (error: unknown): error is DriverError =>
  error instanceof DriverError && ofRecord.has(error.kind) && !mustRetryLater(error);

export type CallsMade = {
  /** By ordinal: null when done, the message when failed. Missing items have not been fully tried. */
  outcomes: Map<number, Sentence | null>;
  /** The error that stopped the calls, if any. */
  broken: unknown;
  /** Too many failed for further tries to make sense. */
  isHopeless: boolean;
};

/**
 * Makes calls in order, `parallel` at a time. Halves a refused call for several items until the bad items are found, 2
 * log n calls each. Starts no more calls once most have failed, or once `isTime` says so and the first item is
 * finished, so that even a slow key system makes progress.
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
