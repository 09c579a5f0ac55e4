/** What is said of how identity sources are that are called. */

export const sourceState = {
  idle: 'Everything is well. It is read by its timetable.',
  tells: 'Everything is well. The source tells of changes, and they are read at once.',
  byHand: 'Everything is well. It is read when somebody starts a run.',
  firstImport:
    'Nobody has been imported yet, and until then no run starts by itself. Preview the changes and apply them.',
  running: 'A run is under way.',
  throttled: 'The source asked for a pause. The run goes on by itself after it.',
  backoff: 'The last run failed. It is tried again by itself, but later than usual.',
  backoffAfter: 'The last run failed, and is tried again later than usual. {{reason}}',
  quarantined: 'A run was stopped before anybody changed. Review the changes, then allow or discard them.',
  paused: 'Somebody has paused it. Resume it when it is to be read again.',
  inactive: 'It is switched off. Nobody is read, and everyone keeps their access.',
  error: 'The last run failed. Start it again when the reason is gone.',
  errorOf: 'The last run failed. {{reason}}',
} as const;

/** Why a source is not as healthy as it could be, and what to do. */
export const sourceHealth = {
  inactive: 'It is switched off. Activate it when people are to be read again.',
  neverRead: 'Nobody was read yet. Start the first run.',
  failing: 'The last run failed. {{reason}}',
  failingSomehow: 'The last run failed. Open it to see why.',
  failingLong_one: '{{count, number}} run in a row failed. Go through the connection step by step.',
  failingLong_other: '{{count, number}} runs in a row failed. Go through the connection step by step.',
  stopped: 'A run was stopped and waits for you. Review its changes.',
  stale: 'It was last read on {{day}}, longer ago than its timetable says. Look at the last run.',
  peopleWaiting_one: '{{count, number}} person or conflict waits for a decision. Look at the conflicts.',
  peopleWaiting_other: '{{count, number}} people or conflicts wait for a decision. Look at the conflicts.',
  credentialExpired: 'Its secret or certificate has expired, so nothing can be read. Store a new one.',
  credentialExpiring_one: 'Its secret or certificate ends in {{count, number}} day. Store a new one and activate it.',
  credentialExpiring_other:
    'Its secret or certificate ends in {{count, number}} days. Store a new one and activate it.',
  webhookFailed:
    'The source cannot be asked to tell of changes. They are found when it is read; see what is wrong at the webhook.',
  webhookDegraded: 'The source does not tell of all changes. The others are found when it is read.',
  throttled: 'It asked for a pause in {{percent}} % of the calls. Read it less often, or at other hours.',
  failingCalls: '{{percent}} % of the calls failed. Go through the connection step by step.',
  slow: 'One answer of twenty takes {{seconds}} seconds or longer. Nothing is lost; runs take longer.',
} as const;

export const sourceWebhook = {
  tokenTooLong: 'This validation token is longer than any that is sent.',
  cannotTell: "'{{name}}' cannot tell of changes by itself. Set a timetable.",
  cannot: 'This kind of source cannot tell of changes by itself. They are found when it is read.',
  noAddress:
    'The source does not know how to reach this server. Set KEY2XS_PUBLIC_URL to its public https address; until then changes are found when it is read.',
  off: 'The source is not asked to tell of changes. They are found when it is read.',
  starting: 'The source is being asked to tell of changes. This takes a minute.',
  startingAfter: 'The source could not be asked to tell of changes yet, and is asked again. {{reason}}',
  active: 'The source tells of changes, and they are read at once.',
  beforeFirstImport: 'The source reports changes. They are read once the first import has been applied.',
  silent: 'A run found changes that the source did not tell of. Check that the source reaches this server.',
  degraded: 'The source tells of some changes only. What is missing is asked for again by itself.',
  failedAs: 'The source cannot be asked to tell of changes. {{reason}}',
  resources: { users: 'people', groups: 'groups' },
} as const;

export const sourceCredential = {
  kinds: { secret: 'client secret', certificate: 'certificate' },
  notCalled: "'{{name}}' is not called, so it needs no secret and no certificate.",
  sameCertificate: 'This certificate is stored for this source already.',
  nextIsThere: 'Another one waits to be activated already. Activate it or remove it first.',
  isActive: 'This one is active already.',
  hasExpired: 'This one has expired. Store a new one.',
  activeStays: 'The source is called with this one. Activate another first.',
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
  accepted: 'The source knows us and lets us in.',
  permitted: 'It permits: {{permissions, list}}.',
  permitsNothing:
    'It permits nothing yet. Have an administrator of the source consent; it can take some minutes to count.',
  permissionsUnknown: 'The source does not say what it permits.',
  organisation: 'It is the directory of {{name}}.',
  organisationWith: 'It is the directory of {{name}} ({{domain}}).',
  organisationUnknown: 'The source does not say whose directory it is.',
  readsPeople: 'People can be read.',
  counts_one: 'It has {{count, number}} person.',
  counts_other: 'It has {{count, number}} people.',
  doesNotCount: 'It does not say how many people it has.',
  passed: 'Everything works.',
  passedWithWarnings: 'It works, with something to look at.',
  throttled: 'The source asked for a pause. Try again after {{time}} UTC.',
} as const;

export const sourceEvent = {
  created: 'The connection was added.',
  updated: 'The connection was changed.',
  activated: 'The connection was switched on.',
  deactivated: 'The connection was switched off.',
  mapped: 'The mapping was changed.',
  mappedAsBefore: 'The mapping was saved as it was.',
  timetable: 'The timetable was changed.',
  paused: 'It was paused: {{reason}}',
  resumed: 'It was resumed.',
  credentialAdded: 'A {{which}} was stored.',
  credentialRotated: 'Another {{which}} is used from now on.',
  credentialRemoved: 'A {{which}} was deleted here.',
  credentialExpiring_one: 'The {{which}} ends in {{count, number}} day.',
  credentialExpiring_other: 'The {{which}} ends in {{count, number}} days.',
  credentialExpired: 'The {{which}} has expired.',
  runBegan: 'A run began.',
  runAfterWebhook: 'A run began, because the source told of a change.',
  runOfOne: 'A run over one person began.',
  previewBegan: 'A preview began.',
  previewed: 'The preview is done. Nothing was changed.',
  nothingNew: 'The run ended. Nobody had changed.',
  applied_one: 'The run ended. {{count, number}} person changed.',
  applied_other: 'The run ended. {{count, number}} people changed.',
  endedStopped: 'The run ended before anybody changed, because a guard stopped it.',
  runFailed: 'The run failed. {{reason}}',
  stopped_one: 'A guard stopped the change of {{count, number}} person.',
  stopped_other: 'A guard stopped the changes of {{count, number}} people.',
  allowed: 'The stopped changes were let pass: {{reason}}',
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
    not_a_rename: '{{moves, list}}: decided as no rename.',
  },
  throttled: 'The source asked for a pause until {{time}} UTC.',
  webhookCreated: 'The source tells of changes of {{resource}} from now on, for now until {{day}}.',
  webhookRenewed: 'The source goes on telling of changes of {{resource}}, for now until {{day}}.',
  webhookRemoved: 'The source tells of changes of {{resource}} no longer, as asked.',
  webhookLost:
    'The source stopped telling of changes of {{resource}}. It is asked again, and a run finds what was missed.',
  webhookFailed: 'The source could not be asked to tell of changes of {{resource}}. {{reason}}',
  webhookSilent: 'A run found changes that the source did not tell of.',
  webhookRefused: 'Somebody who is not the source sent something to its address. It had no effect.',
} as const;
