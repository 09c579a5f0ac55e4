/** What runs of the key plan generator say. */
export const generator = {
  payload: 'The payload is no JSON. Send settings of a run, or the id of one to follow.',
  tooMany: '{{count, number}} runs wait already, which is the most. Try again when some have ended.',
  stopFirst: 'This run has not ended. Stop it first.',
  busy: 'Other runs of the generator take all room. Try again later.',
  tooSlow: 'The run took too long and was ended. Choose fewer people or doors.',
  tooBig: 'The run needs more memory than it may take. Choose fewer people or doors.',
  workBusy: 'The generator is busy with other runs. Try again in a moment.',
  workTooSlow: 'This took too long and was ended. Choose fewer people or doors in a new run.',
  workTooBig: 'This needs more memory than it may take. Choose fewer people or doors in a new run.',
  orphan_one: '{{name}} has {{count, number}} door, and no identity source has this person as active.',
  orphan_other: '{{name}} has {{count, number}} doors, and no identity source has this person as active.',
  orphanWhoLeft_one: 'A person who has left still has {{count, number}} door.',
  orphanWhoLeft_other: 'A person who has left still has {{count, number}} doors.',
  findings: {
    outlier: 'Of similar people, {{percent, number}} % have this door.',
    missing: 'Of similar people, {{percent, number}} % have this door; this person has not.',
    doubled: 'More than one suggestion gives this door.',
    unused: 'The door was not opened for as long as was asked.',
    drifting_one:
      '{{count, number}} of {{all, number}} members of the profile {{name}} has in common: {{value}}. The others have not.',
    drifting_other:
      '{{count, number}} of {{all, number}} members of the profile {{name}} have in common: {{value}}. The others have not.',
  },
  nothing: {
    people: 'No active person is in the scope. Import people, or widen the scope.',
    cylinders: 'No door is in the scope. Read the inventory of a key system, or widen the scope.',
    rights: 'No one in the scope has a right that is known. Read the key system, or choose another source.',
    onRequest: 'All rights in the scope are at places that need approval, so they stay on request.',
    groups_one: 'No group of {{count, number}} person or more has a door in common. Choose a smaller group.',
    groups_other: 'No group of {{count, number}} people or more has a door in common. Choose a smaller group.',
  },
  warnings: {
    unread: 'It is not known who is recorded there: {{names}}. Read these key systems first.',
    unknownDoors_one: 'The doors of {{count, number}} recorded profile are not known. It was left out.',
    unknownDoors_other: 'The doors of {{count, number}} recorded profiles are not known. They were left out.',
    hours_one:
      '{{count, number}} rule or profile opens at certain hours only. Suggestions say so, and the draft keeps these hours.',
    hours_other:
      '{{count, number}} rules or profiles open at certain hours only. Suggestions say so, and the draft keeps these hours.',
    unreadHours_one:
      'The hours of {{count, number}} profile of others have not been read yet; it counts as always. Read its key system again first.',
    unreadHours_other:
      'The hours of {{count, number}} profiles of others have not been read yet; they count as always. Read their key systems again first.',
    noEvents: 'No key system has reported openings, so it is not known which rights were used.',
    unknownColumns_one:
      '{{count, number}} column of the locking plan names no cylinder that is known. It was left out.',
    unknownColumns_other:
      '{{count, number}} columns of the locking plan name no cylinders that are known. They were left out.',
  },
} as const;
