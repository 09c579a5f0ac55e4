import type { Subscriber } from '#platform/events/subscriber';
import { notices } from './notices';
import { insertDeliveries, insertDelivery } from './queries';

/** Stores a mail for each administrator who wants to know; `sendMails` sends it. */
export const mailSubscriber: Subscriber = {
  name: 'mail',
  handlers: notices.map(({ handler }) => handler({ chosen: insertDeliveries, personal: insertDelivery })),
};
