import { localStore } from './local-store';
import { SessionStore } from './session/session-store';
import { createSharedState } from './session/shared-state';
import { forgetDrafts } from './tab-draft';

function every(ms: number, task: () => void): () => void {
  const timer = setInterval(task, ms);
  return () => clearInterval(timer);
}

export const sharedState = createSharedState(localStore);

/** The session of this browser. */
export const session = new SessionStore({
  store: localStore,
  shared: sharedState,
  now: () => Date.now(),
  every,
  leave: () => window.location.assign('/login'),
  discardDrafts: forgetDrafts,
});
