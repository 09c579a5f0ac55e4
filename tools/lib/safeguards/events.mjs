const delivery = { project: 'api', file: 'apps/server/src/platform/events/deliver-events.api.test.ts' };
const mails = { project: 'api', file: 'apps/server/src/features/notifications/mails.api.test.ts' };
const mailer = 'apps/server/src/platform/mail/mailer.ts';

/** Safeguards of the outbox and of mails. */
export const inEvents = [
  {
    name: 'events: an event waits for the earlier ones of its subject',
    file: 'apps/server/src/platform/events/deliver-events.ts',
    edits: [['and earlier.event_id < delivery.event_id', 'and earlier.event_id < 0']],
    test: { ...delivery, name: 'wait for it in order' },
  },
  {
    name: 'events: a newer version gets the kinds that this one does not know',
    file: 'apps/server/src/platform/events/deliver-events.ts',
    edits: [['where not is_dispatched and kind = any(', 'where not is_dispatched or kind = any(']],
    test: { ...delivery, name: 'only a newer version knows' },
  },
  {
    name: 'mails: a claim holds while a process sends',
    file: 'apps/server/src/features/notifications/claim-mails.ts',
    edits: [['const claimSeconds = 120', 'const claimSeconds = 0']],
    test: { ...mails, name: 'process died after sending' },
  },
  {
    name: 'mails: what comes second of its kind on a day waits for the daily mail',
    file: 'apps/server/src/features/notifications/claim-mails.ts',
    edits: [["? 'mailed' :", "? 'free' :"]],
    test: { ...mails, name: 'down for a day' },
  },
  {
    name: 'mails: a mail sent again has the same name',
    file: 'apps/server/src/features/notifications/send-mails.ts',
    edits: [['? `event-', '? performance.now() + `event-']],
    test: { ...mails, name: 'process died after sending' },
  },
  {
    name: 'mails: what the server refuses is given up',
    file: mailer,
    edits: [['|| responseCode >= 500)', '&& false)']],
    test: { ...mails, name: 'refuses is given up' },
  },
  {
    name: 'mails: no password without TLS',
    file: mailer,
    edits: [['requireTLS: !isTlsFirst', 'ignoreTLS: true']],
    test: { ...mails, name: 'goes over TLS' },
  },
];
