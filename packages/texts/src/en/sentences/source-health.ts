/** The state of identity sources behind an interface. */

export const sourceState = {
  idle: 'Everything works. It is read by its timetable.',
  tells: 'Everything works. The source sends change messages, and changes are read at once.',
  byHand: 'Everything works. It is read by hand.',
  firstImport:
    'No one has been imported yet, and until then no run starts automatically. Preview the changes and apply them.',
  running: 'A run is under way.',
  throttled: 'The source asked for a pause. The run continues automatically after it.',
  backoff: 'The last run failed. It is tried again automatically, but later than usual.',
  backoffAfter: 'The last run failed, and is tried again later than usual. {{reason}}',
  quarantined: 'A run was stopped before anything changed. Review the changes, then allow or discard them.',
  paused: 'It is paused. Resume it when it is to be read again.',
  inactive: 'It is switched off. Nothing is read, and everyone keeps their access.',
  error: 'The last run failed. Fix the cause, then start it again.',
  errorOf: 'The last run failed. {{reason}}',
} as const;

/** Why a source is not as healthy as it could be, and what to do. */
export const sourceHealth = {
  inactive: 'It is switched off. Activate it when people are to be read again.',
  neverRead: 'It has not been read yet. Start the first run.',
  failing: 'The last run failed. Open it to see why.',
  credentialRefused: 'The source does not accept its {{which}}. Replace it, then read the source again.',
  failingLong_one: '{{count, number}} run in a row failed. Check the connection step by step.',
  failingLong_other: '{{count, number}} runs in a row failed. Check the connection step by step.',
  stopped: 'A run was stopped and waits for you. Review its changes.',
  stale: 'It was last read on {{day}}, longer ago than its timetable says. Check the last run.',
  peopleWaiting_one: '{{count, number}} person or conflict waits for a decision. Review the conflicts.',
  peopleWaiting_other: '{{count, number}} people or conflicts wait for a decision. Review the conflicts.',
  credentialExpired: 'Its secret or certificate has expired, so nothing can be read. Store a new one.',
  credentialExpiring_one: 'Its secret or certificate ends in {{count, number}} day. Store a new one and activate it.',
  credentialExpiring_other:
    'Its secret or certificate ends in {{count, number}} days. Store a new one and activate it.',
  webhookFailed:
    'The source cannot send change messages. Changes are found when it is read. See the cause under Change messages.',
  webhookDegraded: 'The source does not report all changes. The others are found when it is read.',
  throttled: 'It asked for a pause in {{percent}} % of the calls. Read it less often, or at other hours.',
  failingCalls: '{{percent}} % of the calls failed. Check the connection step by step.',
  slow: 'One response in twenty takes {{seconds}} seconds or longer. Nothing is lost; runs take longer.',
} as const;

export const sourceWebhook = {
  tokenTooLong: 'This validation token is too long.',
  cannotTell: "'{{name}}' cannot send change messages. Set a timetable.",
  cannot: 'This kind of source cannot send change messages. Changes are found when it is read.',
  noAddress:
    'The source cannot reach this server. Set KEY2XS_PUBLIC_URL to its public https address; until then changes are found when the source is read.',
  off: 'The source sends no change messages. Changes are found when it is read.',
  starting: 'Change messages are being set up. This takes a minute.',
  startingAfter: 'Change messages could not be set up yet; this is tried again. {{reason}}',
  active: 'The source sends change messages, and changes are read at once.',
  beforeFirstImport: 'The source reports changes. They are read once the first import has been applied.',
  silent: 'A run found changes that the source did not report. Check that the source can reach this server.',
  degraded: 'The source reports only some of the changes. The rest is set up again automatically.',
  failedAs: 'Change messages cannot be set up. {{reason}}',
  resources: { users: 'people', groups: 'groups' },
} as const;

export const sourceCredential = {
  kinds: { secret: 'client secret', certificate: 'certificate' },
  notCalled: "'{{name}}' needs no secret and no certificate.",
  sameCertificate: 'This certificate is stored for this source already.',
  nextIsThere: 'Another one already waits for activation. Activate it or remove it first.',
  isActive: 'This one is already active.',
  hasExpired: 'This one has expired. Store a new one.',
  activeStays: 'This one is in use. Activate another first.',
  needsRsa:
    'Entra ID takes certificates with RSA keys only, and this one has {{kind}}. Make one with RSA 2048 at least.',
  endsSoon_one: 'It ends in {{count, number}} day. Prepare the next one.',
  endsSoon_other: 'It ends in {{count, number}} days. Prepare the next one.',
  ended: 'It has expired. Store a new one.',
  oldProtection: 'The file is protected in an old way (3DES or RC2). It was read; export the next one with AES-256.',
} as const;

/** What going through a source step by step finds. */
export const sourceFinding = {
  reached: 'The source was reached, and its certificate is trusted.',
  accepted: 'The source accepted the sign-in.',
  permitted: 'It permits: {{permissions, list}}.',
  permitsNothing:
    'It permits nothing yet. Have an administrator of the source consent; this can take some minutes to take effect.',
  permissionsUnknown: 'The source does not say what it permits.',
  organisation: 'It is the directory of {{name}}.',
  organisationWith: 'It is the directory of {{name}} ({{domain}}).',
  organisationUnknown: 'The source does not say whose directory it is.',
  readsPeople: 'People can be read.',
  counts_one: 'It has {{count, number}} person.',
  counts_other: 'It has {{count, number}} people.',
  doesNotCount: 'It does not say how many people it has.',
  passed: 'Everything works.',
  passedWithWarnings: 'It works, with a warning.',
  throttled: 'The source asked for a pause. Try again after {{time}} UTC.',
} as const;

export const sourceEvent = {
  created: 'The connection was added.',
  updated: 'The connection was changed.',
  activated: 'The connection was switched on.',
  deactivated: 'The connection was switched off.',
  mapped: 'The mapping was changed.',
  mappedAsBefore: 'The mapping was saved without changes.',
  timetable: 'The timetable was changed.',
  paused: 'It was paused: {{reason}}',
  resumed: 'It was resumed.',
  credentialAdded: 'A {{which}} was stored.',
  credentialRotated: 'Another {{which}} is used from now on.',
  credentialRemoved: 'A {{which}} was deleted here.',
  credentialExpiring_one: 'The {{which}} ends in {{count, number}} day.',
  credentialExpiring_other: 'The {{which}} ends in {{count, number}} days.',
  credentialExpired: 'The {{which}} has expired.',
  runBegan: 'A run started.',
  runAfterWebhook: 'A run started because of a change message.',
  runOfOne: 'A run for one person started.',
  previewBegan: 'A preview started.',
  previewed: 'The preview is done. Nothing was changed.',
  nothingNew: 'The run ended. Nothing had changed.',
  applied_one: 'The run ended. {{count, number}} person changed.',
  applied_other: 'The run ended. {{count, number}} people changed.',
  endedStopped: 'The run ended without a change, because a guard stopped it.',
  runFailed: 'The run failed. {{reason}}',
  stopped_one: 'A guard stopped the change of {{count, number}} person.',
  stopped_other: 'A guard stopped the changes of {{count, number}} people.',
  allowed: 'The stopped changes were allowed: {{reason}}',
  discarded: 'The stopped changes were discarded: {{reason}}',
  conflict: 'A conflict over {{value}} needs a decision.',
  conflictResolved: 'The conflict over {{value}} was decided.',
  consentGranted: 'An administrator of the source permitted Key2XS to read it.',
  consentDenied: 'An administrator of the source did not permit Key2XS to read it.',
  renameFound_one: 'A department or job title seems to have changed: {{moves, list}}.',
  renameFound_other: '{{count, number}} departments or job titles seem to have changed, among them {{moves, list}}.',
  renameDecided: {
    carry_over: '{{moves, list}}: decided as a rename. The rules name the new name too.',
    map_for_good: '{{moves, list}}: decided as a rename. The new name is read as the old one.',
    not_a_rename: '{{moves, list}}: decided as not a rename.',
  },
  throttled: 'The source asked for a pause until {{time}} UTC.',
  webhookCreated: 'Change messages for {{resource}} were set up, valid until {{day}}.',
  webhookRenewed: 'Change messages for {{resource}} were renewed until {{day}}.',
  webhookRemoved: 'Change messages for {{resource}} were stopped as requested.',
  webhookLost:
    'The source stopped sending change messages for {{resource}}. They are set up again, and a run finds missed changes.',
  webhookFailed: 'Change messages for {{resource}} could not be set up. {{reason}}',
  webhookSilent: 'A run found changes that the source did not report.',
  webhookRefused: 'A message that did not come from the source was refused. It had no effect.',
} as const;
