import type { LocalStore } from '../local-store';

/** Values kept in this browser besides the session, under one key. */
export type SharedValues = {
  /** Lifetime of the current token at issue. */
  token_life_ms?: number;
};

const KEY = 'key2xs';

export type SharedState = { read: () => SharedValues; write: (patch: SharedValues) => void };

/** Values of the wrong type count as absent. */
export function createSharedState(store: LocalStore): SharedState {
  const read = (): SharedValues => {
    const life = field(store.read(KEY), 'token_life_ms');
    return { token_life_ms: typeof life === 'number' ? life : undefined };
  };
  return { read, write: (patch) => store.write(KEY, JSON.stringify({ ...read(), ...patch })) };
}

function field(stored: string | null, name: string): unknown {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
  } catch {
    return undefined;
  }
}
