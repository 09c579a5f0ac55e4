type Watch = {
  /** The pointer or a key was used. */
  onUse: () => unknown;
  /** The window is visible again, perhaps after hours of sleep in which no timer ran. */
  onReturn: () => unknown;
  /** Another tab has logged out. */
  onSignedOut: () => unknown;
  /** Another tab has signed in another user. */
  onOtherUser: () => unknown;
};

/** @returns how to stop watching */
export function watchPresence({ onUse, onReturn, onSignedOut, onOtherUser }: Watch): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, passive: true, capture: true };
  const follow = ({ key, oldValue, newValue }: StorageEvent) => {
    const isCleared = key === null;
    if (isCleared || (key === 'token' && newValue === null)) onSignedOut();
    if (key === 'user' && oldValue !== null && newValue !== null) onOtherUser();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') onReturn();
  };
  window.addEventListener('pointerdown', onUse, options);
  window.addEventListener('keydown', onUse, options);
  window.addEventListener('storage', follow, options);
  document.addEventListener('visibilitychange', onVisible, options);
  return () => stop.abort();
}
