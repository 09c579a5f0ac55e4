import type { Endpoint } from './endpoint';

/** Whether an Idempotency-Key is honoured: each call creates something, and its answer may be stored. */
export const isCreating = ({ method, status, isSecret, allow }: Endpoint): boolean =>
  method === 'POST' && (status === 201 || status === 202) && !isSecret && allow !== 'public';
