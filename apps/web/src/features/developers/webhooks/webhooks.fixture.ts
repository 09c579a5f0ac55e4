import type { Webhook, WebhookDelivery } from '@key2xs/contract';

export const aWebhook = (changed: Partial<Webhook> = {}): Webhook => ({
  id: '01900000-0000-7000-8000-0000000000e1',
  url: 'https://hooks.example/in',
  description: 'Ticket system',
  events: ['sync.failed'],
  is_enabled: true,
  disabled_because: null,
  failing_since: null,
  last_attempt: null,
  waiting: 0,
  previous_secret_until: null,
  version: 3,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  ...changed,
});

export const aDelivery = (changed: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: '01900000-0000-7000-8000-0000000000f1',
  sequence: 7,
  kind: 'sync.failed',
  state: 'failed',
  created_at: '2026-11-20T08:00:00.000Z',
  due_at: null,
  attempts: [{ at: '2026-11-20T08:00:01.000Z', status: 503, duration_ms: 12, error: 'status' }],
  ...changed,
});
