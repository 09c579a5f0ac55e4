/** The page that a mailed link of a key receipt leads to. */
export const texts = {
  title: { hand_out: 'Confirm that you have these keys', return: 'Confirm that you have returned these keys' },
  page: 'Key receipt',
  loading: 'Opening the receipt...',
  for: 'For {{name}}. Issued by {{by}}, {{moment}}.',
  keys: 'Keys',
  due: 'until {{day}}',
  hash: 'SHA-256 of this receipt:',
  confirm: 'Confirm',
  once: 'The link works once, until {{moment}}. If something is wrong, do not confirm, and ask your key desk.',
  done: 'Confirmed. Thank you.',
  doneHint: 'You can close this page.',
  ended: 'This link does not work',
  endedHint: 'It was used already, was withdrawn or is too old. Ask your key desk for a new one.',
  incomplete: 'This address is not complete',
  incompleteHint: 'Open the whole link as you got it, including everything after the #. After a reload, open it again.',
} as const;
