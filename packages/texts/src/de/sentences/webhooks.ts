import type { webhook as en } from '../../en/sentences/webhooks';
import type { Translation } from '../../english';

export const webhook: Translation<typeof en> = {
  tooMany: 'Es gibt schon {{count, number}} Webhooks, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  changed: 'Dieser Webhook wurde inzwischen von jemand anderem geändert. Laden Sie ihn neu.',
  switchedOff: 'Dieser Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
  testAgain: 'Ein Test wird nicht noch einmal gesendet. Senden Sie einen neuen.',
};
