/** What the desk that hands keys out says. */
export const keyDesk = {
  changed: 'Someone else changed this key. Reload it and try again.',
  notActive: '{{person}} is not active, and cannot be given keys.',
  personNeeded: 'Choose the person who gets the keys.',
  dueInThePast: 'The due date is in the past.',
  keyTwice: 'A key is on the list twice.',
  severalHolders: 'These keys are with several people. Take them back person by person.',
  sameThere: 'The key system says the same. There is nothing to take over or to write.',
  notWritable: 'The connection cannot write who holds {{marking}}. Enter it in the key system.',
  reasonNeeded: '{{warning}} Give a reason to go on.',
  labels: 'Key labels',
  labelsUsed: 'There are fewer labels on a sheet.',
  tooManyLabels: '{{count, number}} keys match; at most {{most, number}} are printed at once. Filter further.',
  noLabels: 'No key matches the filter.',
  refused: {
    handed_out: '{{marking}} is with {{person}}. Take it back first, or hand it on.',
    out: '{{marking}} is handed out. Take it back first.',
    reserved: '{{marking}} is kept for {{person}}.',
    kept: '{{marking}} is kept for someone else.',
    reserved_for_others: '{{marking}} is kept for {{person}}. Release it first.',
    in_stock: '{{marking}} is in stock.',
    lost: '{{marking}} is reported lost. Report it found first.',
    broken: '{{marking}} is reported broken. Report it repaired first.',
    retired: '{{marking}} is out of use.',
    not_broken: '{{marking}} is not reported broken.',
    not_lost: '{{marking}} is not reported lost.',
    not_retired: '{{marking}} is in use.',
    not_reserved: '{{marking}} is kept for no one.',
    same_holder: '{{person}} has {{marking}} already.',
    no_holder: '{{marking}} was in stock when it was lost. Report it found in stock.',
  },
  warning: {
    has_keys_one: '{{person}} has a key already.',
    has_keys_other: '{{person}} has {{count, number}} keys already.',
    has_overdue_one: '{{person}} has a key that is overdue.',
    has_overdue_other: '{{person}} has {{count, number}} keys that are overdue.',
    leaves_soon: 'The last day of {{person}} is {{day}}.',
    no_access: '{{person}} may open no door of {{system}} that you see: no key plan in force gives them one.',
    to_update: '{{marking}} opens what {{person}} may open only after it was updated at a programming device.',
  },
} as const;

/** What stands on receipts of keys, and what is wrong with one. */
export const keyReceipt = {
  changed:
    'The receipt is not the one that was shown: a key, a person or the text has changed, or it is too old. Show it again and have it signed.',
  notSigned: 'This is no signature. Clear it and sign again.',
  giverMissing: 'The one who hands the keys on signs too.',
  alreadySigned: 'This receipt is signed already.',
  link: {
    transfer: 'Keys are handed on with two signatures, so it cannot be confirmed by mail.',
    noAddress: 'The identity source tells no mail address of this person. Have the receipt signed here or on paper.',
    none: 'This receipt has no link that is still open.',
    notOpen: 'This link was used already, was withdrawn or is too old. Ask your key desk for a new one.',
    confirmed: 'Confirmed by link',
    from: '{{moment}}, from {{address}}',
  },
  paper: {
    unknown: 'This is no PDF, JPEG or PNG file.',
    tooManyPixels: 'The picture has too many pixels. Photograph the page with a lower resolution.',
    broken: 'The file is damaged. Photograph or scan the page again.',
  },
  title: { hand_out: 'Receipt for keys', return: 'Return of keys', transfer: 'Handing on of keys' },
  statement: {
    hand_out:
      'I have received the keys listed here. I keep them safe, give them to no one, report a loss at once, and return them when they are due or when I leave.',
    return: 'I have given back the keys listed here.',
    transfer:
      'The keys listed here go from one of us to the other. Who receives them keeps them safe, gives them to no one, reports a loss at once, and returns them when they are due.',
  },
  handedTo: 'Handed to',
  givenBackBy: 'Given back by',
  handedOnBy: 'Handed on by',
  issuedBy: 'At the desk',
  at: 'Time',
  signed: 'Signature of {{name}}',
  column: { marking: 'Marking', name: 'Name', serial: 'Serial', system: 'Key system', due: 'Due' },
} as const;

/** What is said of counts of keys in stock, and stands in their PDF. */
export const keyCount = {
  closed: 'This count is closed.',
  changed: 'Someone has counted on. Look at the differences again, then close the count.',
  nothingScanned: 'Scan a key or type its marking.',
  unfitCorrection: 'A correction does not fit what was counted any more. Look at the differences again.',
  tooMany:
    'There are more than {{most, number}} differences. Count on, or discard this count and begin one for a single place.',
  title: 'Count of keys in stock',
  allSystems: 'all key systems',
  about: 'Counted: {{system}}',
  place: 'Place: {{place}}',
  begun: 'Begun {{at}} by {{by}}',
  ended: 'Closed {{at}} by {{by}}: {{reason}}',
  stillOpen: 'Not closed yet. As things stand at {{at}}.',
  figures:
    '{{expected, number}} recorded in stock, {{counted, number}} of them counted, {{differences, number}} differences',
  person_one: '{{name}}: {{count, number}} scan, {{first}}',
  person_other: '{{name}}: {{count, number}} scans, {{first}} to {{last}}',
  firstOnly: 'The first {{shown, number}} of {{total, number}} differences.',
  kind: {
    missing: 'Missing',
    handed_out: 'There, but recorded as handed out',
    lost: 'There, but reported lost',
    retired: 'There, but out of use',
    elsewhere: 'Belongs elsewhere',
    unknown: 'Marking of no key',
  },
  correction: {
    report_lost: 'reported lost',
    return: 'taken back',
    find: 'reported found',
    restore: 'in use again',
    store: 'kept here now',
  },
  column: { difference: 'Difference', holder: 'Holder', storage: 'Kept at', correction: 'Decided' },
} as const;

/** What is said of keys on a ring. */
export const keyRing = {
  changed: 'Someone else changed this ring. Reload it and try again.',
  nameTaken: 'There is a ring with the name {{name}} already.',
  apart: 'These keys are not together: they have to be all in stock, or all with one holder.',
  onAnother: 'One of these keys hangs on another ring. Take it off there first.',
} as const;
