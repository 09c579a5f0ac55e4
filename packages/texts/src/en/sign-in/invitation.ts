/** The page that the link of an invitation leads to. */
export const texts = {
  title: 'Your invitation',
  loading: 'Reading your invitation...',
  welcome: 'Welcome, {{name}}',
  superadmin: 'You are invited as a super admin.',
  subadmin: 'You are invited as a sub-admin: {{roles, list}}.',
  withoutRole: 'You are invited as a sub-admin.',
  until: 'The link works once, until {{when}}.',
  username: 'Username',
  usernameHint: 'From 3 letters, digits, dots, hyphens, underscores and @',
  password: 'Password',
  passwordHint: 'At least 15 characters; a sentence works well',
  submit: 'Create account',
  busy: 'Creating the account...',
  ended: 'This invitation no longer works',
  endedHint:
    'It was used, replaced or revoked, or its 72 hours are over. Ask the one who invited you for a new link. If you have an account, sign in.',
  incomplete: 'This address is not complete',
  incompleteHint: 'Open the whole link as you got it, including everything after the #. After a reload, open it again.',
  done: 'Your account {{username}} has been created',
  doneHint: 'Sign in with it now. If a second factor is needed, you set it up then.',
  signIn: 'Go to sign-in',
} as const;
