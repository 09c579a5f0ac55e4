/** Refusals about outgoing webhooks. */
export const webhook = {
  tooMany: 'There are {{count, number}} webhooks already, which is the most. Delete one first.',
  changed: 'Someone else changed this webhook. Reload it.',
  switchedOff: 'This webhook is switched off. Switch it on first.',
  testAgain: 'A test is not sent again. Send a new one.',
} as const;
