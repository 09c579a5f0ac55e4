import type { Subscriber } from '#platform/events/subscriber';
import { notices } from './notices';
import { insertDeliveries } from './queries';

/** Stores a mail for each administrator who wants to know; `sendMails` sends it. */
export const mailSubscriber: Subscriber = {
  name: 'mail',
  handlers: notices.map(({ handler }) => handler(insertDeliveries)),
};
