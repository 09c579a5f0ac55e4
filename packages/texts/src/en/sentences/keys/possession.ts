/** What is said of checks in which holders say which keys they have. */
export const possession = {
  nobody: 'No one in this selection has a key that was handed out.',
  ended: 'This check has ended.',
  partlyOutside:
    'This check also asks people outside your area. An administrator who is responsible for all of them can end it.',
  noneToRemind:
    'There is no holder to remind: those who have not answered have no mail address, or were mailed in the past 24 hours.',
  notOpen: 'This link does not work. It was used, replaced by a newer one, or the check has ended.',
  notAsked: 'One of these keys was not asked about, or is named twice.',
  incomplete: 'Answer for each key.',
  isAnswered: 'This holder has answered already, or their answer has been entered.',
  scopeEmpty: 'Choose at least one, or all.',
  unknownPlace: 'One of these places does not exist any more, or is outside your area.',
  unknownRing: 'One of these rings does not exist any more.',
  repeatsForAll:
    'A check that repeats asks all holders. It can be set up by an administrator who is responsible for all departments.',
  repeatsTooSoon: 'The next one would begin before the answers of this one are due.',
  isRepeated: 'This check has been repeated. Change the newest one.',
  noForms: 'There is no holder for whom a form would be printed.',
  form: {
    title: 'Which of these keys do you have?',
    holder: 'Holder',
    department: 'Department',
    askedBy: 'Asked by',
    until: 'Please answer by',
    statement:
      'Please tick one box for each key, sign, and give this page back to the key desk. No key changes hands by your answer; where one differs, it is looked into.',
    columns: {
      marking: 'Key',
      name: 'Name',
      system: 'Key system',
      has: 'I have it',
      missing: 'I do not have it',
      elsewhere: 'Someone else has it: who',
    },
    others: 'I also have (markings of other keys)',
    signature: 'Date and signature',
    foot: 'Possession check of {{at}}',
  },
  print: {
    title: 'Possession check',
    started: 'Started {{at}} by {{by}}',
    ended: 'Ended {{at}}',
    open: 'Not ended. As of {{at}}',
    all: 'All keys that were handed out',
    scope: 'Of: {{parts}}',
    holders:
      'Holders: {{people, number}} asked, {{answered, number}} answered, {{notMailed, number}} without a mail, {{alsoHas, number}} with other keys',
    keys: 'Keys: {{keys, number}} asked, {{confirmed, number}} confirmed, {{differing, number}} differing, {{returned, number}} returned meanwhile, {{unanswered, number}} not answered',
    firstOnly: 'The first {{count, number}} keys that differ or were not answered for. All are in the CSV file.',
    answer: 'Answer',
    note: 'Says',
    answers: {
      has: 'Has it',
      missing: 'Does not have it',
      elsewhere: 'Someone else has it',
      returned: 'Returned meanwhile',
      open: 'Not answered',
    },
  },
  mail: {
    subject: 'Please tell us which keys you have',
    text_one:
      'Hello {{name}}, you have a key of ours. Please open the link and say by {{day}} whether you still have it. You need no account.',
    text_other:
      'Hello {{name}}, you have {{count, number}} keys of ours. Please open the link and say by {{day}} which of them you still have. You need no account.',
    footer:
      'If you did not expect this mail, ignore it. The link works until you have answered or the check is ended, and a newer one replaces it. Do not pass it on.',
  },
} as const;
