import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** Key2XS has switched a webhook off. */
export const webhookDisabled = eventKind(
  'webhook.disabled',
  'webhook_id',
  z.object({ webhook_id: z.string(), host: z.string(), because: z.enum(['failing', 'gone']) }),
);
