import type { logForwarding as en } from '../../en/sentences/log-forwarding';
import type { Translation } from '../../english';

export const logForwarding: Translation<typeof en> = {
  tooMany: 'Es gibt schon {{count, number}} Ziele, mehr sind nicht möglich. Löschen Sie zuerst eines.',
  changed: 'Dieses Ziel wurde inzwischen von jemand anderem geändert. Laden Sie es neu.',
  authority: 'Diese Zertifikate lassen sich nicht lesen.',
  fileTaken: 'Diese Datei schreibt schon ein anderes Ziel. Wählen Sie einen anderen Namen.',
};
