import { basePath } from './base-path';
import { localStore, tabStore } from './local-store';
import { actingStore, saveActing, saveEnd, takeEnd } from './session/acting-store';
import { type Granted, SessionStore } from './session/session-store';
import { createSharedState } from './session/shared-state';
import { forgetDrafts } from './tab-draft';

function every(ms: number, task: () => void): () => void {
  const timer = setInterval(task, ms);
  return () => clearInterval(timer);
}

/** Opens the dashboard if there is still a session. */
const leave = () => window.location.assign(`${basePath}/login`);

const stores = { local: localStore, tab: tabStore };
/** Decided once: the page loads again when acting begins and ends, so that no call is sent with the other token. */
const acting = actingStore(stores, Date.now(), leave);

/** This tab acts for another administrator. */
export const isActing = acting !== undefined;

export const sharedState = createSharedState(isActing ? tabStore : localStore);

/** The session of this browser; of this tab alone while it acts for another administrator. */
export const session = new SessionStore({
  store: acting ?? localStore,
  shared: sharedState,
  now: () => Date.now(),
  every,
  leave,
  discardDrafts: forgetDrafts,
});

// The store has the page loaded again, which then says so.
if (isActing) session.onEnd(() => saveEnd(stores));

/** Whether acting in this tab has ended by itself since the last call, and left the own session. */
export const takeActingEnd = (): boolean => takeEnd(stores) && session.phase() === 'signed-in';

/** Loads the dashboard as another administrator, in this tab only. */
export function startActing({ access_token, expires_in }: Granted): void {
  const lifeMs = expires_in * 1_000;
  saveActing(stores, { token: access_token, expires_at: Date.now() + lifeMs });
  createSharedState(tabStore).write({ token_life_ms: lifeMs });
  forgetDrafts();
  window.location.assign(`${basePath}/dashboards/start`);
}
