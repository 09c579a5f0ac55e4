import type { WireFault } from '../../../sandbox-kit/faults/faults';
import type { ReceivedCall } from '../services/answer';

/** What may go wrong with the content of an answer. */
type ContentFault =
  /** All is done; the answer in JSON is another. */
  | { kind: 'alter_answer'; alter: (body: unknown) => unknown }
  /** All is done; the list in the answer holds other records, its total is the same. */
  | { kind: 'alter_items'; alter: <T>(items: readonly T[]) => T[] }
  /** The page begins that many records later than asked, and as many are missing from the total. */
  | { kind: 'shift_page'; by: number };

/** What may go wrong with one call, chosen when the call arrives. */
export type Fault = WireFault | ContentFault;

export type FaultPlan = ((call: ReceivedCall) => Fault | undefined) | undefined;

export const isContentFault = (fault: Fault): fault is ContentFault => 'alter' in fault || fault.kind === 'shift_page';
