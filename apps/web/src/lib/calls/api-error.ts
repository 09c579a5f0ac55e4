import type { ErrorCode, Problem } from '@key2xs/contract';
import { i18n } from '../i18n';

/** What the server answered instead of a result. `message` is its detail, fit to be shown. */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly problem: Problem,
    /** Milliseconds after which the server wants to be asked again; undefined when it does not say. */
    readonly pauseMs?: number,
  ) {
    super(problem.detail);
  }
  get code(): ErrorCode {
    return this.problem.code;
  }
  get status(): number {
    return this.problem.status;
  }
  get detail(): string {
    return this.problem.detail;
  }
  /** Finds the request in the server's log; empty when the answer came from somewhere before it. */
  get reference(): string {
    return this.problem.request_id;
  }
}

/** No answer came at all. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';

  constructor(
    readonly reason: 'network' | 'timeout' | 'cancelled',
    options?: ErrorOptions,
  ) {
    super(i18n.t(`errors.${reason}`), options);
  }
}

/** Rejected before it was sent: there is no session to send it with. */
export class SessionError extends Error {
  override name = 'SessionError';
}

/** The server is there but cannot answer for the moment: nothing is wrong with what was asked, nor with the session. */
export const isHeldUp = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 503;
