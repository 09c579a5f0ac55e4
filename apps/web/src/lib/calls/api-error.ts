import type { ErrorCode, Problem } from '@key2xs/contract';

/** An error answer of the server. `message` is its detail and may be shown. */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly problem: Problem,
    /** Milliseconds from Retry-After; undefined without one. */
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
  /** Finds the request in the server's log; empty when a proxy answered instead. */
  get reference(): string {
    return this.problem.request_id;
  }
}

const sentences = {
  network: 'The server cannot be reached. Check the connection and try again.',
  timeout: 'The server took longer than 30 seconds to answer. Try again.',
  cancelled: 'The request was cancelled.',
};

/** No answer came at all. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';

  constructor(
    readonly reason: keyof typeof sentences,
    options?: ErrorOptions,
  ) {
    super(sentences[reason], options);
  }
}

/** Rejected before it was sent, for lack of a usable session. */
export class SessionError extends Error {
  override name = 'SessionError';
}

/** The server is up but cannot answer at the moment. Request and session are fine. */
export const isHeldUp = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 503;
