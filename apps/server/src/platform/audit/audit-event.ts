import { createHmac } from 'node:crypto';

/** The fields that signature and chain cover. Times are text, because a JavaScript date drops microseconds. */
export type ChainedEvent = {
  id: string;
  at_text: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_type: string | null;
  target_id: string | null;
  request_id: string | null;
  details_hash: string;
};

/** Signs with the key without exposing it. */
export type EventSigner = (event: ChainedEvent) => string;

/** 128 bits: small rows, yet too long to guess. */
const signatureChars = 22;

export const keyedHash = (key: Buffer, parts: unknown[]): string => hmac(key, parts).digest('hex');

export const eventSigner =
  (key: Buffer): EventSigner =>
  (event) =>
    hmac(key, ['event', ...coveredParts(event)])
      .digest('base64url')
      .slice(0, signatureChars);

const hmac = (key: Buffer, parts: unknown[]) => createHmac('sha256', key).update(JSON.stringify(parts));

/** In the order used by every stored hash; never reorder. */
export const coveredParts = (event: ChainedEvent): unknown[] => [
  event.id,
  event.at_text,
  event.actor_id,
  event.actor_name,
  event.action,
  event.target_type,
  event.target_id,
  event.request_id,
  event.details_hash,
];
