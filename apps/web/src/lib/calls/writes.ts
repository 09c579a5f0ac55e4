import type { Endpoint } from '@key2xs/contract';

type Listener = (endpoint: Endpoint) => Promise<unknown>;

const listeners = new Set<Listener>();

/**
 * Called after each call of an endpoint that writes, even a failed one: it may have written. @returns how to
 * unsubscribe
 */
export function onWrite(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves when all listeners are done. */
export const announceWrite = (endpoint: Endpoint) => Promise.all([...listeners].map((listener) => listener(endpoint)));
