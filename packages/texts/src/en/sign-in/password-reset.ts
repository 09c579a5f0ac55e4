/** The page that a link for a forgotten password leads to. */
export const texts = {
  title: 'Set a new password',
  purpose: 'This link works once. All your sessions and API tokens end when you use it.',
  password: 'New password',
  hint: 'At least 15 characters; a sentence works well',
  submit: 'Set password',
  busy: 'Setting the password...',
  done: 'The password of {{username}} has been changed',
  doneHint: 'Sign in with it now.',
  signIn: 'Go to sign-in',
  incomplete: 'This address is not complete',
  incompleteHint: 'Open the whole link as you got it, including everything after the #. After a reload, open it again.',
} as const;
