import type { SentEventKind, WebhookAttempt, WebhookDeliveryState, WebhookEventKind } from '@key2xs/contract';
import type { Generated } from 'kysely';
import type { At, BigCount, Json, JsonWithDefault, MaybeAt, MaybeJson, Record_, StampedAt } from './schema-columns';

/** Outgoing webhooks. */
export type WebhookTables = {
  webhook: {
    id: string;
    url: string;
    description: string;
    events: WebhookEventKind[];
    is_enabled: boolean;
    disabled_because: 'failing' | 'gone' | null | undefined;
    /** The secret, bound to the row. */
    sealed: Buffer;
    /** The former secret, which also signs until then. */
    previous_sealed: Buffer | null | undefined;
    previous_until: MaybeAt;
    last_sequence: BigCount;
    failing_since: MaybeAt;
    last_attempt: MaybeJson<WebhookAttempt>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  webhook_delivery: {
    /** Sent as webhook-id. */
    id: string;
    webhook_id: string;
    sequence: BigCount;
    kind: SentEventKind;
    occurred_at: At;
    data: Json<Record_>;
    /** Of the screen. */
    path: string;
    state: Generated<WebhookDeliveryState>;
    /** Attempts since it was enqueued or resent, those of a process that died included. */
    tries: Generated<number>;
    /** The newest first. */
    attempts: JsonWithDefault<WebhookAttempt[]>;
    due_at: StampedAt;
    created_at: StampedAt;
  };
};
