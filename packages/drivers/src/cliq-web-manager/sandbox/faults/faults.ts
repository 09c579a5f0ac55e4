import type { WireFault } from '../../../sandbox-kit/faults/faults';
import type { ReceivedCall } from '../services/answer';

/** Faults in the content of an answer. */
type ContentFault =
  /** Executed; the JSON answer is altered. */
  | { kind: 'alter_answer'; alter: (body: unknown) => unknown }
  /** Executed; the list in the answer holds other records with the same total. */
  | { kind: 'alter_items'; alter: <T>(items: readonly T[]) => T[] }
  /** The page begins that many records later than requested, and the total is lower by as many. */
  | { kind: 'shift_page'; by: number };

/** A fault of one call, chosen when the call arrives. */
export type Fault = WireFault | ContentFault;

export type FaultPlan = ((call: ReceivedCall) => Fault | undefined) | undefined;

export const isContentFault = (fault: Fault): fault is ContentFault => 'alter' in fault || fault.kind === 'shift_page';
