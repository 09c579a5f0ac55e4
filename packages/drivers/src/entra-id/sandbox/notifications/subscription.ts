import { z } from 'zod';

export const Subscription = z.object({
  id: z.string(),
  resource: z.string(),
  applicationId: z.string(),
  changeType: z.string(),
  clientState: z.string().nullable(),
  notificationUrl: z.string(),
  lifecycleNotificationUrl: z.string().nullable(),
  expirationDateTime: z.string(),
  creatorId: z.string(),
  latestSupportedTlsVersion: z.string(),
  /** Deleted or lost. */
  has_ended: z.boolean(),
});
export type Subscription = z.infer<typeof Subscription>;

/** The representation in Graph. */
export const presentSubscription = ({ has_ended, ...shown }: Subscription) => shown;

export const isOpen = ({ has_ended, expirationDateTime }: Subscription, now: Date): boolean =>
  !has_ended && Date.parse(expirationDateTime) > now.getTime();
