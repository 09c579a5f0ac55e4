/** Mails, and how sending them went. Subjects and texts hold neither secrets nor lists of doors. */
export const mail = {
  open: 'Open it in Key2XS: {{address}}',
  footer: 'You get this mail because you chose it in Key2XS, in the menu of your account under Settings.',
  personalFooter: 'You get this mail because it is about your own account in Key2XS.',
  apiToken: {
    ends_one: 'Your API token ends in {{count, number}} day: {{name}}',
    ends_other: 'Your API token ends in {{count, number}} days: {{name}}',
    ended: 'Your API token has ended: {{name}}',
    text: '{{what}}. Give it a new secret and put that into the program that uses it, or revoke it if nothing does.',
  },
  newDevice: {
    subject: 'New sign-in to your account: {{username}}',
    text: 'Your account {{username}} was signed in to from a network or browser that it was not used with before. Time: {{moment}}. Address: {{address}}. Browser: {{browser}}. If this was you, there is nothing to do. If not, change your password, which ends every session, and tell a super admin.',
  },
  credentialsChanged: {
    subject: 'How you sign in has changed',
    text: '{{what}} If this was not you, tell a super admin at once.',
    password: 'Your account has a new password.',
    totp_added: 'An authenticator app was set up for your account.',
    totp_removed: 'The authenticator app of your account was removed.',
    passkey_added: 'A passkey was added to your account.',
    passkey_removed: 'A passkey of your account was removed.',
    recovery_codes: 'Your account has new recovery codes; the earlier ones no longer work.',
    factors_reset:
      'The second factors of your account were removed. If your account needs one, you set it up at the next sign-in.',
    single_sign_on_linked: 'Your account can now be signed in to by single sign-on.',
    single_sign_on_unlinked: 'Your account was disconnected from single sign-on.',
  },
  addressChanged: {
    subject: 'The mail address of your account was changed',
    text: '{{what}} If this was not you, tell a super admin at once.',
    present: 'Mails about your account now come to this address.',
    former: 'Mails about your account no longer come to this address.',
  },
  forgotten: {
    subject: 'Set a new password',
    text: 'A new password was requested for your account {{username}}. The link works once, for an hour, and ends every session and API token of the account. If you did not ask for it, ignore this mail: nothing has changed.',
  },
  linkFooter: 'If you did not expect this mail, ignore it. The link works once, and only for a short time.',
  tooManyLinks_one: 'Too many links that open nothing were tried from your network. Try again in a minute.',
  tooManyLinks_other:
    'Too many links that open nothing were tried from your network. Try again in {{count, number}} minutes.',
  tooManyAsked_one: 'Too many mails were requested from your network. Try again in a minute.',
  tooManyAsked_other: 'Too many mails were requested from your network. Try again in {{count, number}} minutes.',
  noAddressOfServer: 'The server does not know its own address, so it mails no links. Set KEY2XS_PUBLIC_URL.',
  invitation: {
    subject: 'Your invitation to Key2XS',
    text: '{{by}} has invited you to manage access with Key2XS. Open the link within 72 hours to choose a username and a password.',
  },
  passwordReset: {
    subject: 'Set a new password for Key2XS',
    text: 'Open the link within an hour to set a new password. Your sessions and API tokens end when you use it.',
  },
  viewed: {
    subject: '{{by}} has seen Key2XS as you',
    text: '{{by}} has opened Key2XS with your rights for 15 minutes, to see what you see. That changes nothing and downloads nothing. Reason: {{reason}}',
  },
  guardStopped: {
    subject: 'A guard stopped a run: {{title}}',
    text: 'A guard stopped this run before it changed anything: {{title}}. Review the changes, then allow or discard them.',
  },
  syncFailed: {
    subject: 'Sync failed: {{name}}',
    text: 'The sync with {{name}} failed. {{reason}} You are not mailed about further failures until a sync has succeeded.',
  },
  inventoryFailed: {
    subject: 'Reading failed: {{name}}',
    text: 'Reading what is recorded in {{name}} failed. {{reason}} You are not mailed about further failures until it has succeeded.',
  },
  sourceFailing: {
    subject: 'Run failed: {{name}}',
    text: 'A run over the identity source {{name}} failed. {{reason}} You are not mailed about further failures until a run has succeeded.',
  },
  sourceRecovered: {
    subject: 'Works again: {{name}}',
    text: 'A run over the identity source {{name}} has succeeded. Before, runs had failed.',
  },
  secret: {
    ended: 'The client secret of {{name}} has ended',
    today: 'The client secret of {{name}} ends today',
    ends_one: 'The client secret of {{name}} ends in {{count, number}} day',
    ends_other: 'The client secret of {{name}} ends in {{count, number}} days',
  },
  certificate: {
    ended: 'The certificate of {{name}} has ended',
    today: 'The certificate of {{name}} ends today',
    ends_one: 'The certificate of {{name}} ends in {{count, number}} day',
    ends_other: 'The certificate of {{name}} ends in {{count, number}} days',
  },
  endingText: {
    successor: '{{what}}. Its successor is stored and waits to be activated.',
    none: '{{what}}. Store its successor, then activate it.',
  },
  webhookDisabled: {
    subject: 'Webhook switched off: {{host}}',
    failing:
      'The webhook at {{host}} failed for five days, so it was switched off. Events are no longer sent to it. Check the receiver, send a test, then switch it on.',
    gone: 'The webhook at {{host}} answered that it no longer exists (410), so it was switched off. Events are no longer sent to it.',
  },
  keyLost: {
    subject: 'Key {{marking}} is lost',
    text_one: 'Key {{marking}} is reported lost. {{count, number}} door is to be decided about.',
    text_other: 'Key {{marking}} is reported lost. {{count, number}} doors are to be decided about.',
  },
  keyExtension: {
    subject: '{{by}} requests an emergency extension of keys',
    text_one:
      '{{by}} requests that {{count, number}} key may go {{hours, number}} hours longer without an update. Reason: {{reason}} Another super admin approves or refuses it.',
    text_other:
      '{{by}} requests that {{count, number}} keys may go {{hours, number}} hours longer without an update. Reason: {{reason}} Another super admin approves or refuses it.',
  },
  scheduledReport: {
    subject: 'Report ready: {{title}}',
    text: 'The report “{{title}}” was made by its schedule. It is kept in Key2XS and can be opened there, for as long as it is kept. This mail has none of its rows.',
  },
  reportStopped: {
    subject: 'Report no longer made: {{title}}',
    text: 'Your schedule for the report “{{title}}” has stopped, because you may not read this report any more. Delete the schedule, or resume it once you may.',
  },
  accessReview: {
    begun: {
      subject: 'An access review has begun',
      text: 'Rights are waiting for your decision: keep, remove or change. The review shows each of them with its evidence, and until when.',
    },
    due_soon: {
      subject: 'An access review is due within a week',
      text: 'Rights in an access review are not decided yet. The review shows which, and until when.',
    },
    overdue: {
      subject: 'An access review is overdue',
      text: 'Rights in an access review were not decided in time. Waiting removes nothing. Please decide them.',
    },
  },
  keyRequest: {
    waits: {
      subject: 'A request for keys is waiting for a decision',
      text: 'A request for keys or access is waiting for a decision that you may make. Open it to see who asks, for whom, and what to consider.',
    },
    escalated: {
      subject: 'A request for keys is overdue',
      text: 'A request for keys or access was not decided in the time set for it. Waiting does not approve it. Please decide it.',
    },
    asked_back: {
      subject: 'A question about your request for keys',
      text: 'There is a question about your request. It waits until you answer.',
    },
    approved: {
      subject: 'Your request for keys is approved',
      text: 'Your request is approved. Open it to see until when, and what happens next.',
    },
    rejected: {
      subject: 'Your request for keys is rejected',
      text: 'Your request is rejected. Open it to see the reason.',
    },
    ready: {
      subject: 'A key you have asked for is ready to be collected',
      text: 'The key you have asked for is ready at the desk. The request shows until when it is kept.',
    },
    expired: {
      subject: 'A key you have asked for was not collected',
      text: 'The key you have asked for was not collected in time and is no longer kept. Ask again if it is still needed.',
    },
    revoked: {
      subject: 'A decision about your request for keys is withdrawn',
      text: 'A decision about your request, or the key kept for it, was withdrawn. Open it to see what it waits for now.',
    },
  },
  receiptLink: {
    hand_out: {
      subject: 'Please confirm that you have received keys',
      text_one:
        'Hello {{name}}, please open the link within {{days, number}} days, look at the key it names, and confirm the receipt. You need no account.',
      text_other:
        'Hello {{name}}, please open the link within {{days, number}} days, look at the {{count, number}} keys it names, and confirm the receipt. You need no account.',
    },
    return: {
      subject: 'Please confirm that you have returned keys',
      text_one:
        'Hello {{name}}, please open the link within {{days, number}} days, look at the key it names, and confirm the receipt. You need no account.',
      text_other:
        'Hello {{name}}, please open the link within {{days, number}} days, look at the {{count, number}} keys it names, and confirm the receipt. You need no account.',
    },
    footer_one:
      'If you did not expect this mail, ignore it. The link works until the receipt is confirmed, for a day at most, and a newer one replaces it. Do not pass it on.',
    footer_other:
      'If you did not expect this mail, ignore it. The link works until the receipt is confirmed, for {{count, number}} days at most, and a newer one replaces it. Do not pass it on.',
  },
  keyReminder: {
    subject_one: 'Please update your key',
    subject_other: 'Please update your keys',
    subjectOther_one: '{{count, number}} key stops working soon',
    subjectOther_other: '{{count, number}} keys stop working soon',
    text: 'A key that was not updated in time opens nothing. Please hold it to a programming device before then, or give it back if you do not need it any more.',
    textOther:
      'These keys open nothing once their time has passed, unless they are updated at a programming device before. Please see that they are, or that they are given back.',
    own: {
      stops: 'Your key {{marking}} works until {{moment}}.',
      recorded: 'Your key {{marking}} works until {{moment}}, as recorded.',
      stopped: 'Your key {{marking}} has not worked since {{moment}}.',
    },
    other: {
      stops: 'Key {{marking}}, which {{name}} has, works until {{moment}}.',
      recorded: 'Key {{marking}}, which {{name}} has, works until {{moment}}, as recorded.',
      stopped: 'Key {{marking}}, which {{name}} has, has not worked since {{moment}}.',
    },
    more_one: '{{count, number}} more key',
    more_other: '{{count, number}} more keys',
    footer:
      'This mail was sent by Key2XS, in which the keys of your organisation are kept. Ask your key desk if something is unclear.',
  },
  keyReturn: {
    subject_one: 'Please return your key',
    subject_other: 'Please return your keys',
    subjectOther_one: '{{count, number}} key is to be returned',
    subjectOther_other: '{{count, number}} keys are to be returned',
    subjectBoth_one: 'About {{count, number}} key',
    subjectBoth_other: 'About {{count, number}} keys',
    text: 'Please bring back the key you no longer need to where you got it. If you have returned it already, ask for it to be recorded.',
    textOther: 'Please see that keys of people who have left come back to where they were handed out.',
    textSecurity:
      'Keys of people who have left have not come back. Please decide whether they are to become invalid: the case offers it, and the key opens nothing once it is done.',
    both: '{{returns}} {{ends}}',
    own: {
      due: 'Your key {{marking}} is to be returned by {{day}}.',
      overdue: 'Your key {{marking}} was to be returned by {{day}}.',
      undated: 'Your key {{marking}} is to be returned.',
    },
    other: {
      due: 'Key {{marking}}, which {{name}} has, is to be returned by {{day}}.',
      overdue: 'Key {{marking}}, which {{name}} has, was to be returned by {{day}}.',
      undated: 'Key {{marking}}, which {{name}} has, is to be returned.',
    },
  },
  daily: {
    subject_one: 'Key2XS: {{count, number}} notice',
    subject_other: 'Key2XS: {{count, number}} notices',
    text: 'What has happened since the last mail, as far as no one has dealt with it:',
    more_one: '{{count, number}} more notice',
    more_other: '{{count, number}} more notices',
  },
  test: {
    subject: 'Test mail from Key2XS',
    text: 'Mails from Key2XS reach you at this address.',
    sent: 'The mail server has taken a test mail to {{address}}.',
  },
  notConfigured: 'This server sends no mails. Set KEY2XS_SMTP_URL and KEY2XS_MAIL_FROM, then start it again.',
  noAddress: 'Save your mail address first.',
  refused: 'The mail server refused a mail: {{answer}}',
  postponed: 'The mail server did not take a mail yet: {{answer}}',
  signInRefused: 'The mail server refused the user name or password of KEY2XS_SMTP_URL.',
  unreachable: 'The mail server could not be reached: {{reason}}',
  untrusted:
    'The certificate of the mail server cannot be trusted. Put the certificate of its authority into KEY2XS_CA_DIR on the server.',
  timedOut: 'The mail server did not answer in time.',
} as const;
