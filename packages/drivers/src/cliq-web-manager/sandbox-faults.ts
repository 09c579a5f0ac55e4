export type { ReceivedCall } from './sandbox/answer';
export type { Fault } from './sandbox/faults';
