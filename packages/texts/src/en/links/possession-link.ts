/** The page on which a holder says which keys they have. */
export const texts = {
  page: 'Your keys',
  title: 'Which of these keys do you have?',
  loading: 'Opening the list...',
  for: 'For {{name}}. Asked by {{by}}. Please answer by {{day}}.',
  answer: { has: 'I have it', missing: 'I do not have it', elsewhere: 'Somebody else has it' },
  who: 'Who has it',
  returned: 'Already returned or handed on. Nothing to answer.',
  alsoHas: 'I also have',
  alsoHasHint: 'The markings of other keys, if you have any.',
  send: 'Send',
  once: 'You can answer once. No key changes hands by your answer; where one differs, somebody looks into it.',
  done: 'Thank you.',
  doneHint: 'Your answer is stored. You can close this page.',
  ended: 'This link does not work',
  endedHint:
    'It was used already, was replaced by a newer one, or the check has ended. Ask whoever hands out your keys.',
  incomplete: 'This address is not complete',
  incompleteHint: 'Open the whole link as you got it, including everything after the #. After a reload, open it again.',
} as const;
