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
