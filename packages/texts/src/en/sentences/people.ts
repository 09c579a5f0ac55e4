import { fieldNames } from '../sources/field-names';

/** What is said of identity sources, of the lists they read, and of change sets. */
export const source = {
  nameTaken: "There is an identity source called '{{name}}' already.",
  changed: 'Someone else changed this identity source. Reload it and try again.',
  readIsLost: 'What it reads would be lost.',
  peopleStay: 'People stay for the history of their access.',
  mapId: 'Map the unique ID: without it no one can be recognised again.',
  mapColumns: 'Map the columns first: nothing says which one identifies a person.',
  notReadYet: 'This source has not been read yet. Sync it first.',
  nothingSent: 'This source has not sent anyone yet. Have it send its people first.',
  readMeanwhile: 'This source has been read again in the meantime. Start the run again.',
  neverEnds:
    'The source returns the same page again and again, so it is not known who is missing. Nothing was changed. Try again; if the problem persists, ask the operator of the source.',
  oneNeedsPerson: 'Name the person to read, and only for a run for one person.',
  onlyCalled: 'A staff list is read as a whole. Upload a new one.',
  untold:
    'Not read from the source so far: {{attributes, list}}, 0 of {{people, number}} people. Read the source to try this mapping.',
} as const;

export const staffList = {
  otherSource: "'{{name}}' is not read from staff lists.",
  notUtf8: 'This file is not UTF-8. Save it as "CSV UTF-8" and upload it again.',
  columnTwice: "Two columns are called '{{column}}'. Rename one of them.",
  columnWithoutName: 'A column has no name in the first line.',
  tooManyRows: 'This list has more than {{most, number}} rows. Split it.',
  noRows: 'This list has no rows. The first line has to name the columns, each further line is a person.',
} as const;

/** What is wrong with a row of a staff list. */
export const row = {
  fields: fieldNames,
  aLine: 'Line {{row}}',
  line: 'line {{row}}',
  problems: '{{problems, clauses}}',
  tooLong: '{{field}}: longer than {{most, number}} characters',
  noValue: '{{field}}: empty, but required',
  unclearDay: "{{field}}: '{{value}}' is no day; write it as 2026-11-30 or 30.11.2026",
  unclearSwitch: "{{field}}: '{{value}}' means neither yes nor no; write true or false",
  ofSource: 'the source is unclear about it',
  noId: 'the unique ID is missing',
  unstorableId: 'the unique ID has characters that cannot be stored',
  repeatedId: 'the unique ID {{id}} is also in an earlier row; that row is used',
  longGroup: 'the name of a group is longer than {{most}} characters; shorten it',
  manyGroups: 'more than {{most}} groups; list only those that are used in rules for doors',
  manyGroupsOfSource:
    'with its groups the list would name more than {{most, number}} groups; list only those that are used in rules for doors',
} as const;

/** Of the fields that a source is mapped to. */
export const fieldRules = {
  known: 'The fields a person has, and what each of them takes.',
  unknown: 'Nothing is known of this provider.',
  moved:
    'Failed to fetch user model definition. It is obsolete: GET /iam/config/providers/{provider}/field-rules has its fields.',
} as const;

/** Why no one is changed before a person has decided. */
export const conflict = {
  returner:
    'The unique ID was that of a person who left. Decide whether this is the same person; until then nothing changes.',
  sameNumber:
    '{{other}} also has the employee number {{number}}. Decide whose it is; until then this person does not change.',
  twoSources:
    '{{other}} of another source has the employee number {{number}}. Decide whether that is the same person; until then no one is added.',
  leftOut: 'Left out as decided: {{other}} has the employee number {{number}}.',
  isDecided: 'This has already been decided. Reload the list.',
  someAreDecided: 'Some of these have already been decided. Nothing was decided; reload the list.',
  otherCount_one: 'By now it is {{count, number}} conflict. Nothing was decided; reload the list.',
  otherCount_other: 'By now it is {{count, number}} conflicts. Nothing was decided; reload the list.',
  isFollowed: 'The source has been read since, or is being read. This cannot be taken back any more.',
  otherDecision: 'This decision does not fit this kind of conflict.',
  choose: 'Name the person of this source whose number it is.',
} as const;

export const csv = {
  oddQuote:
    'This file cannot be read as CSV near line {{line}}. Check the quotation marks there, then upload it again.',
  openQuote:
    'The quotation mark in line {{line}} is never closed. Close it or take it out, then upload the file again.',
  longCell:
    'A cell in line {{line}} has more than {{most, number}} characters. Check the quotation marks and line breaks there, or shorten the cell, then upload the file again.',
  longRow:
    'Line {{line}} has more than {{most, number}} characters. Check that each row has a line of its own, then upload the file again.',
  manyColumns:
    'Line {{line}} has more than {{most, number}} columns. Check that each row has a line of its own, leave out columns that are not needed, then upload the file again.',
  manyRows:
    'This file has more than {{most, number}} lines. Delete the empty ones, or split the file, then upload it again.',
} as const;

export const changeSet = {
  directory: '{{name}} → people',
  keySystem: 'Key plans → {{name}}',
  noDepartment: 'No department',
  stale: 'People, plans or the key system have changed since these changes were computed. Compute them again.',
  nothingApplied:
    'People, plans or the key system have changed since these changes were computed. Nothing was applied; compute them again.',
  waitsNoLonger: 'These changes no longer wait for a decision: they are {{state}}.',
  states: {
    computing: 'computing',
    ready: 'ready',
    quarantined: 'quarantined',
    applying: 'applying',
    applied: 'applied',
    stale: 'stale',
    discarded: 'discarded',
    simulated: 'simulated with a mapping that is not stored',
  },
  guarded: 'A guard stopped these changes. Allow them once, raise the limit, or discard them.',
  notGuarded: 'No guard stopped these changes. Apply them.',
  renamesFirst: 'These changes seem to rename departments or job titles. Decide first what each of them is.',
  stillGuarded: 'A guard would still stop these changes. Allow them once, or discard them.',
} as const;
