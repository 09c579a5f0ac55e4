/** Texts of the account of the signed-in administrator, and its settings. */
export const texts = {
  title: 'Profile',
  subtitle: 'Your account, and what you are mailed about.',
  tabs: { label: 'Parts of the profile', profile: 'Account', settings: 'Settings' },
  account: {
    title: 'Your account',
    username: 'Username',
    role: 'Role',
    since: 'Since',
    roles: { superadmin: 'Super admin', subadmin: 'Sub-admin' },
    loading: 'Loading your account...',
  },
  notices: {
    title: 'Notifications by mail',
    loading: 'Loading what you are mailed about...',
    superAdminsOnly: 'Only super admins are mailed.',
    notConfigured: 'This server sends no mails.',
    notConfiguredHint:
      'Whoever runs it sets KEY2XS_SMTP_URL and KEY2XS_MAIL_FROM and starts it again. You can already choose here.',
    failing: 'The last mail to you was not sent.',
    failingAt: '{{message}} That was {{when}}.',
    triedAgain: 'It is tried again.',
    givenUp: 'It is not tried again.',
    address: 'Mail address',
    addressHint: 'Leave it empty to get no mails.',
    language: 'Language of the mails',
    about: 'Mail me when',
    kinds: {
      guard_stopped: 'a guard has stopped a run',
      run_failed: 'a sync or the reading of a key system has failed',
      source_state: 'an identity source fails, and when it works again',
      credential_ending: 'a secret or certificate ends soon or has ended',
    },
    saved: 'Saved.',
    test: 'Send a test mail',
    testHint: 'Goes to the saved address.',
  },
} as const;
