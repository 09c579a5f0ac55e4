import type { LocalStore } from '../local-store';

/** The latest run over a connection, as stored; the names are part of the stored format. */
export type StoredTask = {
  taskId: string;
  status: string;
  result: unknown;
  error: string | null;
  seen: boolean;
  startedAt: string | null;
  completedAt: string | null;
};

/** Values shared by the tabs of this browser besides the session, under one key. */
export type SharedValues = {
  /** Lifetime of the current token at issue. */
  token_life_ms?: number;
  /** By id of the connection. */
  sync_tasks?: Record<string, StoredTask>;
  /** Ended tasks that this user removed from the notifications, the latest last. */
  removed_tasks?: { username: string; ids: string[] };
};

const KEY = 'key2xs';

export type SharedState = { read: () => SharedValues; write: (patch: SharedValues) => void };

/** Values of the wrong type count as absent. */
export function createSharedState(store: LocalStore): SharedState {
  const read = (): SharedValues => {
    const stored = store.read(KEY);
    const [life, tasks] = [field(stored, 'token_life_ms'), field(stored, 'sync_tasks')];
    const removed = field(stored, 'removed_tasks');
    return {
      token_life_ms: typeof life === 'number' ? life : undefined,
      sync_tasks: areTasks(tasks) ? tasks : undefined,
      removed_tasks: areRemoved(removed) ? removed : undefined,
    };
  };
  return { read, write: (patch) => store.write(KEY, JSON.stringify({ ...read(), ...patch })) };
}

function areTasks(value: unknown): value is Record<string, StoredTask> {
  const isTask = (one: unknown) =>
    typeof one === 'object' && one !== null && 'taskId' in one && 'status' in one && 'seen' in one;
  return typeof value === 'object' && value !== null && Object.values(value).every(isTask);
}

function areRemoved(value: unknown): value is { username: string; ids: string[] } {
  if (typeof value !== 'object' || value === null || !('username' in value) || !('ids' in value)) return false;
  const { username, ids } = value;
  return typeof username === 'string' && Array.isArray(ids) && ids.every((id) => typeof id === 'string');
}

function field(stored: string | null, name: string): unknown {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
  } catch {
    return undefined;
  }
}
