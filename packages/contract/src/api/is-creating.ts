import type { Endpoint } from './endpoint';

/** Whether an Idempotency-Key is honoured: each call makes something, and its answer may be kept. */
export const isCreating = ({ method, status, isSecret, allow }: Endpoint): boolean =>
  method === 'POST' && (status === 201 || status === 202) && !isSecret && allow !== 'public';
