import type { Subscriber } from '#platform/events/subscriber';
import { enqueue } from './delivery-queries';
import { messageHandlers } from './messages';

/** Stores a delivery for each webhook that chose the event; `sendWebhooks` sends it. */
export const webhookSubscriber: Subscriber = { name: 'webhooks', handlers: messageHandlers(enqueue) };
