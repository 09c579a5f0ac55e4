import { SessionError } from '../calls/api-error';
import type { LocalStore } from '../local-store';
import {
  isRefreshDue,
  parseToken,
  phaseOf,
  requireStoredToken,
  type SessionPhase,
  type StoredToken,
} from './session-token';
import type { SharedState } from './shared-state';

const CHECK_EVERY_MS = 30_000;
const REENTRY_GUARD_MS = 1_000;
const ENDED_KEY = 'session-ended';

export type Granted = { access_token: string; expires_in: number };

type SessionDeps = {
  store: LocalStore;
  shared: SharedState;
  /** Epoch milliseconds. */
  now: () => number;
  /** Repeats a task until the returned function is called. */
  every: (ms: number, task: () => void) => () => void;
  /** Goes to /login by a full page load, when no listener can navigate. */
  leave: () => void;
  /** Discards this tab's unfinished work of the previous user. */
  discardDrafts: () => void;
};

/**
 * The signed-in session of this browser. Every read goes to the store, so that all tabs agree. An automatic logout
 * clears everything and calls the listeners, at most once a second.
 */
export class SessionStore {
  readonly #deps: SessionDeps;
  readonly #endListeners = new Set<() => void>();
  #endedAt = Number.NEGATIVE_INFINITY;
  #activeAt: number;
  #stopCheck: (() => void) | undefined;
  #refresh: (() => Promise<Granted>) | undefined;
  #isRefreshing = false;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#activeAt = deps.now();
  }

  phase(): SessionPhase {
    return phaseOf(this.#deps.store.read('token'), this.#deps.now());
  }

  isAuthenticated(): boolean {
    return this.phase() === 'signed-in' || this.phase() === 'expiring-soon';
  }

  username(): string | undefined {
    return this.#deps.store.read('user') ?? undefined;
  }

  /** The token, if any. Ends a session that has expired or cannot be read. */
  token(): string | undefined {
    if (this.phase() === 'expired' || this.phase() === 'unreadable') this.end();
    return this.#stored()?.token;
  }

  /** The token for a request. @throws SessionError after ending a session too old for one more request */
  requireToken(): string {
    if (this.#isGuarded()) throw new SessionError('Session expired - redirecting to login');
    try {
      const { token } = requireStoredToken(this.#deps.store.read('token'), this.#deps.now());
      if (this.phase() === 'signed-in') return token;
    } catch (cause) {
      const reason = this.phase() === 'signed-out' ? 'No valid token available' : 'Token validation failed';
      this.end();
      throw new SessionError(reason, { cause });
    }
    this.end();
    throw new SessionError('Token expiring soon');
  }

  signIn(granted: Granted, username: string): void {
    this.#endedAt = Number.NEGATIVE_INFINITY;
    this.#deps.store.remove(ENDED_KEY);
    this.#deps.discardDrafts();
    this.#save(granted);
    this.#deps.store.write('user', username);
    this.#startCheck();
  }

  /** Clears the session without calling listeners, for a manual logout. */
  signOut(): void {
    this.#deps.store.remove('token');
    this.#deps.store.remove('user');
    this.#deps.shared.write({ sync_tasks: undefined });
    this.#deps.discardDrafts();
    this.#stopCheck?.();
    this.#stopCheck = undefined;
  }

  /**
   * Clears a session that is over. Listeners go to /login and say why. `isRefused`: by its own date it would go on, but the
   * server does not take it any more; every tab's sign-in page says so until the next sign-in.
   */
  end(isRefused = false): void {
    if (this.#isGuarded()) return;
    this.#endedAt = this.#deps.now();
    if (isRefused) this.#deps.store.write(ENDED_KEY, 'refused');
    this.signOut();
    if (this.#endListeners.size === 0) this.#deps.leave();
    for (const listener of this.#endListeners) listener();
  }

  /** Whether the last session was ended by the server before its time. */
  wasRefused(): boolean {
    return this.#deps.store.read(ENDED_KEY) !== null;
  }

  /** @returns how to unsubscribe */
  onEnd(listener: () => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** Starts the periodic check if a session exists. `refresh` fetches a new token while the user is active. */
  start(refresh: () => Promise<Granted>): void {
    this.#refresh = refresh;
    if (this.isAuthenticated()) this.#startCheck();
  }

  /** Records use of the pointer or a key. */
  touch(): void {
    this.#activeAt = this.#deps.now();
  }

  /** Ends a session that has expired or is about to, and fetches a new token when due. */
  check(): void {
    const token = this.#stored();
    if (!token || this.phase() !== 'signed-in') {
      this.end();
      return;
    }
    const lifeMs = this.#deps.shared.read().token_life_ms ?? 0;
    const at = { now: this.#deps.now(), lifeMs, activeAt: this.#activeAt };
    if (this.#refresh && !this.#isRefreshing && isRefreshDue(token, at)) void this.#refreshNow(this.#refresh);
  }

  async #refreshNow(refresh: () => Promise<Granted>): Promise<void> {
    const before = this.#stored()?.token;
    this.#isRefreshing = true;
    try {
      const granted = await refresh();
      // In the meantime the user may have logged out, or another tab refreshed the token.
      if (this.#stored()?.token === before) this.#save(granted);
    } catch {
      // The session stays valid until its end; the next check tries again.
    } finally {
      this.#isRefreshing = false;
    }
  }

  #startCheck(): void {
    this.#stopCheck?.();
    this.#stopCheck = this.#deps.every(CHECK_EVERY_MS, () => this.check());
  }

  #save({ access_token, expires_in }: Granted): void {
    const token: StoredToken = { token: access_token, expires_at: this.#deps.now() + expires_in * 1_000 };
    this.#deps.store.write('token', JSON.stringify(token));
    this.#deps.shared.write({ token_life_ms: expires_in * 1_000 });
  }

  #stored(): StoredToken | undefined {
    return parseToken(this.#deps.store.read('token'));
  }

  #isGuarded(): boolean {
    return this.#deps.now() - this.#endedAt < REENTRY_GUARD_MS;
  }
}
