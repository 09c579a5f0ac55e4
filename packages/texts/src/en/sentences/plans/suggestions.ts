/** What is wrong with an edit of what the generator suggests, or with the draft of it. */
export const suggestion = {
  running: 'This run is still going on. Wait for its end, or stop it.',
  noResult: 'This run has ended without a result. Start another one.',
  changed: 'This suggestion has changed since you opened it. Reload it.',
  isRejected: 'This suggestion is rejected. Take the rejection back first.',
  reasonNeeded: 'Say why it is rejected.',
  otherAdditions_one: 'It would give {{count, number}} new right, not {{accepted, number}}. Reload it.',
  otherAdditions_other: 'It would give {{count, number}} new rights, not {{accepted, number}}. Reload it.',
  otherDoors: 'Not all of these doors are in this suggestion. Reload it.',
  noDoorLeft: 'No door would be left in it. Reject it instead.',
  noAlternative: 'These conditions are none of its alternatives. Reload it.',
  splitAll: 'Leave at least one door in the first suggestion.',
  otherPeople:
    'Only suggestions for the same people can be merged, and profiles for named people that have the same doors.',
  mergeWithOthers: 'Choose other suggestions to merge it with.',
  modelFailed:
    'The language model has named no suggestions: {{reason}} They keep the names that the generator gave them.',
  otherCount_one: '{{count, number}} suggestion would be accepted, not {{expected, number}}. Look at the list again.',
  otherCount_other:
    '{{count, number}} suggestions would be accepted, not {{expected, number}}. Look at the list again.',
  nothingToDraft: 'Accept a suggestion first: without any, and with the rest left out, the plan would be empty.',
  planAtOnce:
    "Edits of '{{name}}' take effect at once. Let them wait for an activation in its settings, or draft a new plan.",
  tooManyRules_one: 'The draft would have {{count, number}} rule; at most {{max, number}} are possible.',
  tooManyRules_other: 'The draft would have {{count, number}} rules; at most {{max, number}} are possible.',
  givesMore:
    'People or doors have changed since the run has read them, and the draft would give more than was accepted. Start a new run.',
  otherDecision: 'A right can be kept or removed, and a missing one added. What has no right is only kept as it is.',
  noSuggestion: 'No suggestion',
  notYet: 'Not in a suggestion yet',
  doors_one: '{{count, number}} door',
  doors_other: '{{count, number}} doors',
  restOfOne: 'Single rights: {{name}}',
  restOfMany_one: 'Single rights of {{count, number}} person',
  restOfMany_other: 'Single rights of {{count, number}} people',
  adviceGap_one:
    'It gives its access by {{profiles, number}} sets of doors, {{count, number}} profile more than are proven to be needed. A new run may find a simpler plan.',
  adviceGap_other:
    'It gives its access by {{profiles, number}} sets of doors, {{count, number}} profiles more than are proven to be needed. A new run may find a simpler plan.',
  adviceCoverage:
    'Rules on attributes give {{now, number}} % of its rights; it was {{before, number}} %. A new run may find rules for the rest.',
  drafted: 'Drafted by the key plan generator.',
} as const;
