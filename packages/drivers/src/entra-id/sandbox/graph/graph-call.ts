import type { ReceivedCall } from '../call';
import type { Application } from '../login/applications';
import type { Running } from '../running';

/** An authenticated call. */
export type GraphCall = Pick<ReceivedCall, 'method' | 'query' | 'headers' | 'body' | 'segments'> & {
  running: Running;
  application: Application;
  roles: readonly string[];
  /** The call requests advanced queries. */
  isEventual: boolean;
};
