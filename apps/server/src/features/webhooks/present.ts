import type { Webhook, WebhookDelivery } from '@key2xs/contract';
import type { DeliveryRow } from './delivery-queries';
import type { CountedWebhook } from './webhook-queries';

export function presentWebhook(row: CountedWebhook, now: Date): Webhook {
  const isRotating = row.previous_until !== null && row.previous_until > now;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    is_enabled: row.is_enabled,
    disabled_because: row.disabled_because ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_attempt: row.last_attempt,
    waiting: row.waiting,
    previous_secret_until: isRotating ? (row.previous_until?.toISOString() ?? null) : null,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  sequence: Number(row.sequence),
  kind: row.kind,
  state: row.state,
  created_at: row.created_at.toISOString(),
  due_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  attempts: row.attempts,
});
