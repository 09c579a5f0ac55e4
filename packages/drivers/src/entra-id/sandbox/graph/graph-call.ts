import type { ReceivedCall } from '../call';
import type { Application } from '../login/applications';
import type { Running } from '../running';

/** A call of somebody whom the sandbox knows. */
export type GraphCall = Pick<ReceivedCall, 'method' | 'query' | 'headers' | 'body' | 'segments'> & {
  running: Running;
  application: Application;
  roles: readonly string[];
  /** Advanced queries are asked for. */
  isEventual: boolean;
};
