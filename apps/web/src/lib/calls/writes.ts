import type { Endpoint } from '@key2xs/contract';

type Listener = (endpoint: Endpoint) => Promise<unknown>;

const listeners = new Set<Listener>();

/** Calls back after each call of an endpoint that writes, also after one that failed: it may have written. @returns how to stop */
export function onWrite(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Ends when all listeners are done. */
export const announceWrite = (endpoint: Endpoint) => Promise.all([...listeners].map((listener) => listener(endpoint)));
