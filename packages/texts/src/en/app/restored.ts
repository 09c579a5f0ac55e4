/** The page of an installation that was restored from a backup. */
export const texts = {
  title: 'Restored from a backup',
  about:
    'After a restore, people, plans and rights are those of the backup. Here you see what that would change in your other systems, before anything is written.',
  back: 'Dashboard',
  loading: 'Comparing…',
  resume: 'Resume…',
  none: {
    title: 'The installation is not paused',
    hint: 'It was not restored from a backup, or was resumed already.',
  },
  paused: 'This installation has the data of {{taken}}.',
  pausedHint:
    'It was restored on {{restored}} and is paused: it writes to no key system, takes over no one from a source, and sends no mails and webhooks. Preview each system, look at the changes, then resume.',
  notCompared: 'Not compared yet',
  keySystems: {
    title: 'Key systems',
    none: 'There is no key system.',
    inactive: 'Switched off: nothing is written to it.',
    gaining_one: '{{count, number}} person would get doors ({{rights, number}} rights). Withdrawn after the backup?',
    gaining_other: '{{count, number}} people would get doors ({{rights, number}} rights). Withdrawn after the backup?',
    losing_one: '{{count, number}} person would lose doors ({{rights, number}} rights). Given after the backup?',
    losing_other: '{{count, number}} people would lose doors ({{rights, number}} rights). Given after the backup?',
    orders_one:
      '{{count, number}} order waits and is written once this installation is resumed. Carried out or replaced after the backup?',
    orders_other:
      '{{count, number}} orders wait and are written once this installation is resumed. Carried out or replaced after the backup?',
    changes: 'Changes',
  },
  sources: {
    title: 'Identity sources',
    none: 'There is no identity source.',
    previewed: '{{joined, number}} would join, {{left, number}} leave and {{moved, number}} move.',
    preview: 'Preview import',
    changes: 'Changes',
  },
  accounts: {
    title: 'Accounts',
    hint: 'Administrators who were suspended or removed after the backup can sign in again, and tokens that were revoked work again. All sessions have ended. Go through both lists.',
    administrators: 'Administrators',
    tokens: 'API tokens',
  },
  dialog: {
    title: 'Resume this installation?',
    effect:
      'Timetables, imports, syncs and orders that waited go on at once. Guards stop a sync that would withdraw too much, as always. Notices, reminders and webhooks that waited in the backup are dropped, because most were sent since.',
    figures: 'The next syncs give {{gaining, number}} people doors and withdraw some of {{losing, number}}.',
    orders_one: '{{count, number}} order that waited is written into a key system.',
    orders_other: '{{count, number}} orders that waited are written into key systems.',
    unread: 'Resume although this is not compared: {{names}}',
    unreadMissing: 'Preview it first, or tick this.',
    confirm: 'Resume',
    done: 'The installation goes on.',
  },
} as const;
