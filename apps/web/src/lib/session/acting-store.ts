import type { LocalStore } from '../local-store';
import { EXPIRING_SOON_MS, phaseOf, type StoredToken } from './session-token';

const KEY = 'acting';
const END_KEY = 'acting-ended';

type Acting = StoredToken & { /** Who began it. */ user: string };
type Stores = { local: LocalStore; tab: LocalStore };

/**
 * Stores the token of a session for another administrator in this tab; the own one stays as it is. A session counts as over
 * before its token is, so that a call is not cut off. This one may last to its end.
 */
export function saveActing({ local, tab }: Stores, { token, expires_at }: StoredToken): void {
  const acting: Acting = { token, expires_at: expires_at + EXPIRING_SOON_MS, user: local.read('user') ?? '' };
  tab.write(KEY, JSON.stringify(acting));
}

/**
 * The store of the session for another administrator in this tab; undefined without one, and once it is over, the own
 * session is over, or another user has signed in. It never falls back to the own token. `onEnd` loads the page again.
 */
export function actingStore({ local, tab }: Stores, now: number, onEnd: () => void): LocalStore | undefined {
  const read = () =>
    local.read('token') === null || userOf(tab.read(KEY)) !== local.read('user') ? null : tab.read(KEY);
  const stored = read();
  if (phaseOf(stored, now) !== 'signed-in') {
    if (stored !== null) saveEnd({ local, tab });
    tab.remove(KEY);
    return undefined;
  }
  return {
    read: (key) => (key === 'token' ? read() : local.read(key)),
    write: (key, value) => {
      if (key === 'token') saveActing({ local, tab }, JSON.parse(value));
    },
    remove: (key) => {
      if (key !== 'token') return;
      tab.remove(KEY);
      onEnd();
    },
  };
}

/** Acting has ended, and not because its holder ended it. Nothing is to be said of it once the own session is over too. */
export function saveEnd({ local, tab }: Stores): void {
  if (local.read('token') !== null) tab.write(END_KEY, 'true');
}

/** Whether acting has ended by itself since the last call. */
export function takeEnd({ tab }: Pick<Stores, 'tab'>): boolean {
  const hasEnded = tab.read(END_KEY) !== null;
  tab.remove(END_KEY);
  return hasEnded;
}

function userOf(stored: string | null): unknown {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    return typeof value === 'object' && value !== null && 'user' in value ? value.user : undefined;
  } catch {
    return undefined;
  }
}
