import { localStore } from './local-store';
import { SessionStore } from './session/session-store';
import { createSharedState } from './session/shared-state';

function every(ms: number, task: () => void): () => void {
  const timer = setInterval(task, ms);
  return () => clearInterval(timer);
}

/** The session of this browser. */
export const session = new SessionStore({
  store: localStore,
  shared: createSharedState(localStore),
  now: () => Date.now(),
  every,
  leave: () => window.location.assign('/login'),
});
