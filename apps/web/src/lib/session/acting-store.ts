import type { LocalStore } from '../local-store';
import { phaseOf, type StoredToken } from './session-token';

const KEY = 'acting';

type Acting = StoredToken & { /** Who began it. */ user: string };
type Stores = { local: LocalStore; tab: LocalStore };

/** Stores the token of a session for another administrator in this tab; the own one stays as it is. */
export function saveActing({ local, tab }: Stores, token: StoredToken): void {
  const acting: Acting = { ...token, user: local.read('user') ?? '' };
  tab.write(KEY, JSON.stringify(acting));
}

/**
 * The store of the session for another administrator in this tab; undefined without one, and once it is over, the own
 * session is over, or another user has signed in. It never falls back to the own token. `onEnd` loads the page again.
 */
export function actingStore({ local, tab }: Stores, now: number, onEnd: () => void): LocalStore | undefined {
  const read = () =>
    local.read('token') === null || userOf(tab.read(KEY)) !== local.read('user') ? null : tab.read(KEY);
  if (phaseOf(read(), now) !== 'signed-in') {
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

function userOf(stored: string | null): unknown {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    return typeof value === 'object' && value !== null && 'user' in value ? value.user : undefined;
  } catch {
    return undefined;
  }
}
