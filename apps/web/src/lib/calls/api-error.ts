import type { ErrorCode, Problem } from '@key2xs/contract';
import { formatDate } from '../format';
import { i18n } from '../i18n';

/** An error answer of the server. `message` is its detail and may be shown. */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly problem: Problem,
    /** Milliseconds from Retry-After; undefined without one. */
    readonly pauseMs?: number,
    /** Whether the answer itself gives a reason. */
    readonly isExplained = true,
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
  /** Set when the requested moment is before the history that is kept: when that begins. */
  get title(): string | undefined {
    const { code, kept_since } = this.problem;
    if (code !== 'past_not_kept' || typeof kept_since !== 'string') return undefined;
    return i18n.t('ui.keptSince', { date: formatDate(kept_since) });
  }
  /** Finds the request in the server's log; empty when a proxy answered instead. */
  get reference(): string {
    return this.problem.request_id;
  }
}

/** No answer at all. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';

  constructor(
    readonly reason: 'network' | 'timeout' | 'cancelled',
    options?: ErrorOptions,
  ) {
    super(i18n.t(`errors.${reason}`), options);
  }
}

/** An answer that is not what the contract promises. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer';
}

/** Rejected before it was sent, for lack of a usable session. */
export class SessionError extends Error {
  override name = 'SessionError';

  /** @param reason for programmers, in the words of the specification; users see the message */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(i18n.t('session.expired'), options);
  }
}

/** The server is up but cannot answer at the moment. Request and session are fine. */
export const isHeldUp = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 503;
