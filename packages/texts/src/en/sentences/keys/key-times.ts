/** What is said about the times at which keys work. */
export const keyTimes = {
  changedSince: 'Keys of this selection have changed since the preview. Open it once more.',
  nothingToChange: 'None of these keys would change.',
  chooseChange: 'Choose what shall change.',
  tooMany: 'More than {{count, number}} keys match. Narrow the selection.',
  alreadyEnded: 'This order is written, or was replaced by a later one.',
  notWritable: 'The connection cannot write the times of {{marking}}. Enter them in the key system.',
  nameTaken: "There is one named '{{name}}' already.",
  dayTwice: 'A day is in the calendar twice.',
  policy: {
    changed: 'Someone else has changed this meanwhile. Reload it and try again.',
    ruleTwice: 'There are two rules for the same people and the same protection class.',
  },
  problem: {
    between_needs_both: 'Say from when and until when the keys are valid.',
    from_after_until: 'The validity would end before it begins.',
    interval_out_of_range: 'An interval is at least one minute and at most a year.',
    window_without_time: 'A window has no day, or ends where it begins.',
    windows_overlap: 'Windows overlap. Join them, or make one shorter.',
    too_many_windows: 'A schedule has at most 20 windows.',
  },
  breach: {
    interval_too_long_one: 'The policy allows this key at most {{minutes, number}} minutes between updates.',
    interval_too_long_other:
      'The policy allows {{count, number}} of these keys fewer minutes between updates: the strictest {{minutes, number}}.',
    interval_missing_one: 'The policy asks for an interval of at most {{minutes, number}} minutes for this key.',
    interval_missing_other:
      'The policy asks for an interval for {{count, number}} of these keys: for the strictest at most {{minutes, number}} minutes.',
    end_missing_one: 'The holder of this key is an external: its validity needs an end.',
    end_missing_other: '{{count, number}} of these keys are with externals: their validity needs an end.',
  },
} as const;

/** Why no one was reminded. */
export const keyReminder = {
  today: 'Everyone to be reminded had their mail of today already. An address gets at most one a day.',
  noAddress: 'No one to be reminded has a mail address in the identity source, or no one has these keys.',
  noEnd: 'It is not known that any of these keys ever stops working.',
  noKeys: 'There is no key to remind of.',
} as const;

/** Why keys are not extended. */
export const keyExtension = {
  tooLong_one: 'The policy allows at most {{count, number}} hour.',
  tooLong_other: 'The policy allows at most {{count, number}} hours.',
  noInterval_one: 'This key needs no updates, or never works, so there is nothing to extend: {{markings}}',
  noInterval_other:
    '{{count, number}} of these keys need no updates, or never work, so there is nothing to extend: {{markings}}',
  already_one: 'This key has an extension that is open or in force: {{markings}}',
  already_other: '{{count, number}} of these keys have an extension that is open or in force: {{markings}}',
  own: 'You have requested this extension. Another super admin has to approve it.',
  newAccount:
    'The administrator who requested this extension and you are connected by an invitation whose account is less than 24 hours old. Another super admin has to approve it.',
  decided: 'This extension is decided already.',
  nothingLeft: 'None of these keys needs updates any more, so there is nothing to extend. Refuse it.',
} as const;
