/** That something asked for is not there, or not for whoever asks. */
export const notFound = {
  administrator: 'This administrator does not exist.',
  api_token: 'This API token does not exist.',
  session: 'This session does not exist or has ended.',
  admin_role: 'This role does not exist.',
  access_profile: 'This access profile does not exist.',
  authenticator_app: 'No authenticator app is set up.',
  access_rule: 'This access rule does not exist.',
  change_set: 'These changes do not exist.',
  conflict: 'This question about people does not exist any more.',
  client_certificate: 'This client certificate does not exist.',
  cylinder: 'This cylinder does not exist.',
  cylinder_group: 'This cylinder group does not exist.',
  drift: 'This change in the key system is no longer on the list. Reload the list.',
  entry_of_profile: 'This entry of the access profile does not exist.',
  entry_of_work_list: 'This entry of the work list does not exist.',
  generator_finding: 'This finding does not exist.',
  generator_run: 'This run of the generator does not exist.',
  generator_suggestion: 'This suggestion does not exist.',
  identity_source: 'This identity source does not exist.',
  invitation: 'This invitation does not exist.',
  key: 'This key does not exist.',
  key_receipt: 'This receipt does not exist.',
  key_plan: 'This key plan does not exist.',
  key_plan_version: 'This key plan has no such version.',
  key_plan_wizard: 'This wizard does not exist any more: it was finished long ago or discarded.',
  key_plan_of_source: 'This key plan of this identity source does not exist.',
  key_system: 'This key system does not exist.',
  key_system_of_plan: 'This key system is not linked to this key plan. Link them first.',
  part_of_rule: 'This rule has no such entry.',
  link: 'This link does not exist.',
  location: 'This place does not exist.',
  mapping_version: 'This version of the mapping does not exist.',
  passkey: 'This passkey does not exist.',
  person: 'This person does not exist.',
  person_of_source: 'This person of this identity source does not exist.',
  record: 'This record does not exist.',
  rename_finding: 'This rename is not among those of these changes.',
  value_alias: 'This value of the identity source is no longer read as another one.',
  source_credential: 'This secret or certificate does not exist.',
  staff_list: 'This staff list does not exist.',
  task: 'This task does not exist.',
  webhook: 'This webhook does not exist.',
  webhook_delivery: 'This event is not in the log of the webhook: it was deleted after 90 days, or never sent to it.',
  address: 'There is nothing at {{method}} {{path}}.',
} as const;

/** What is wrong with a request, or with its time. */
export const request = {
  unexpected: 'Something went wrong here. It has been logged; try again, and quote the request id if it stays.',
  unsure: 'First check whether your change was saved.',
  forbidden: 'Insufficient permissions. A super admin can do this.',
  confirmYourself: 'Confirm that it is you: sign in again, or give your password or second factor once more.',
  /** What is wrong with its fields, one after the other. */
  fields: '{{problems, clauses}}',
  field: '{{path}}: {{problem}}',
  takesNoBody: 'This request takes no body.',
  sendUncompressed: 'Send the body uncompressed.',
  sendAs: 'Send this as {{type}}.',
  fileTooLarge: 'The file is larger than {{mebibytes, number(maximumFractionDigits: 2)}} MiB.',
  tooLarge: 'The request is larger than {{mebibytes, number(maximumFractionDigits: 2)}} MiB.',
  tooManyParts: 'The upload has too many files or fields.',
  fieldTooLong: "'{{name}}' is too long.",
  unexpectedFile: 'Unexpected file.',
  notMultipart: 'The upload broke off or is not multipart/form-data.',
  notJson: 'The body is not JSON.',
  headTooLong:
    'The address and the headers of a request may have 16 KB in all. Send long settings in a body: those of a generator run with POST /api/v1/key-plan-ai/runs, and follow the run by its id.',
  tooLate: 'The request did not arrive in time.',
  notHttp: 'What arrived is no HTTP request that can be read.',
  brokenOff: 'The request was broken off.',
  stopping: 'The server is stopping. Try again in a minute.',
  tooManyStreams: 'This session has {{most}} streams open already. Close one of them first.',
  noMoreStreams: 'The server has as many streams open as it can. Try again in a minute.',
  metricsElsewhere: 'Metrics are read on this machine only.',
  keyTooLong: 'The Idempotency-Key is longer than {{most}} characters.',
  keyTaken: 'This Idempotency-Key belongs to another request. Use a new one.',
  answerLost: 'This was carried out at the first try, but the answer was lost. Check the result before you try again.',
  stillRunning: 'The same request is still running. Its answer can be had in a moment.',
  exists: 'Something with this name or number exists already.',
  referred: 'Another record still refers to this one, or one of the records named does not exist.',
  outside: 'A value is outside what the database allows.',
  unstorable: 'A text holds a character that cannot be stored.',
} as const;

export const database = {
  away: 'The database cannot be reached at the moment. Try again in a few seconds.',
  crowded: 'The database takes no more connections at the moment. Try again in a minute.',
  read_only: 'The database takes no changes at the moment. You can look things up; try again in a minute.',
  disk_full: 'The disk of the server is full. Free some space there, then try again.',
  busy: 'The database is busy with the same records, or too slow. Try again.',
  refuses: 'The database refuses to work. The log has the details.',
} as const;

/** Of sealed certificates. */
export const secret = {
  notSealed: 'This is not a sealed secret.',
  otherKey: 'This secret was sealed with another key. Put back the secret key of that time.',
  changed: 'This secret was changed or belongs to another record.',
} as const;

/** Heavy work has a queue, and limits. */
export const heavy = {
  certificatesBusy: 'Many certificates are being read right now. Try again in half a minute.',
  certificateTooSlow: 'Opening the file would take too long. Export it again with the usual settings.',
  certificateTooBig: 'The file cannot be read: reading it was broken off. Ask for the file again.',
  listsBusy: 'Several staff lists are being read right now. Try again in a minute.',
  listTooSlow: 'Reading this list takes too long. Split it, and leave out columns that are not needed.',
  listTooBig:
    'Reading this list takes more memory than a staff list may. Split it, and leave out columns that are not needed.',
  printsBusy: 'Other documents are being printed right now. Try again in half a minute.',
  printTooSlow: 'Printing takes too long. Filter the list, or try again later.',
  printTooBig: 'Printing takes too much memory. Filter the list, or try again later.',
  sheetsBusy: 'Several locking plans are being read right now. Try again in a minute.',
  sheetTooSlow:
    'Reading this sheet takes too long. Copy the cells with the plan into a new workbook, or save it as CSV, and upload that.',
  sheetTooBig:
    'Reading this sheet takes more memory than a locking plan may. Split it, or save it as CSV, and upload that.',
  plansBusy: 'Several locking plans are being stored right now. Try again in a minute.',
  planTooSlow: 'Checking this locking plan takes too long. Split it, then store its parts.',
  planTooBig: 'Checking this locking plan takes more memory than a locking plan may. Split it, then store its parts.',
  signInsBusy: 'Many people are signing in right now. Try again in a few seconds.',
} as const;

export const signIn = {
  first: 'Sign in to continue.',
  wrong: 'Wrong username or password.',
  wrongPassword: 'Wrong password.',
  wrongCode: 'This code is not right or has been used already. Wait for the next one and type it.',
  wrongRecoveryCode: 'This recovery code is not right or has been used already.',
  wrongPasskey: 'This passkey was not accepted. Try again or choose another way.',
  secondFactorNeeded: 'Confirm this sign-in with your second factor.',
  enrolNeeded: 'Your account needs a second factor. Set one up to sign in.',
  ended: 'This sign-in has ended. Start it again.',
  setUpExpired: 'This set-up has ended. Start it again.',
  appUnreadable:
    'Codes of your authenticator app cannot be checked: it was set up with another secret key of this installation. Choose another way, or have that key put back or your second factors reset.',
  noPasskeysHere:
    'Passkeys do not work at this address. Open Key2XS over https at a name instead of an IP address, or choose another way.',
  passkeysElsewhere: 'No passkey of your account belongs to this address. Choose another way.',
  passkeyKnown: 'This passkey has been added already.',
  lastFactor: 'Your account needs a second factor. Add another one before you remove this one.',
  noFactorYet: 'Set up an authenticator app or a passkey first.',
  policyChanged: 'Somebody else changed this policy. Reload it and try again.',
  manyAtOnce: 'Many sign-ins to this account are in progress. Try again in a few seconds.',
  tooMany_one: 'Too many failed sign-ins. Try again in a minute.',
  tooMany_other: 'Too many failed sign-ins. Try again in {{count, number}} minutes.',
  needsInvitation: 'Registration needs an invitation. Ask a super admin for a fresh one.',
  linkExpired: 'This link has been used or has expired. Ask for a new one.',
  nameTaken: 'This username is taken. Choose another one.',
  passwordHasName: 'Choose a password that does not contain the username.',
  passwordHasProduct: 'Choose a password that does not contain the name of this product.',
  passwordRepeats: 'Choose a password that is not the same few characters again and again.',
  passwordIsRow: 'Choose a password that is not a plain row of letters or digits.',
  passwordIsCommon:
    'Choose a password that is more than one or two of the most common passwords. Several unrelated words make a good one.',
} as const;

export const sandbox = {
  off: 'The sandbox is off. Start with KEY2XS_SANDBOX=on to try the product without hardware.',
  failed: 'The sandbox could not be started. The log of the server says why.',
} as const;

/** What all kinds of records share. */
export const record = {
  inactive: "'{{name}}' is inactive. Activate it first.",
  inUse: "'{{name}}' is still used. Remove what uses it first, or deactivate it.",
  removed: "'{{name}}' was removed.",
  deleted: "'{{name}}' was deleted.",
  runIsOpen: "A run over '{{name}}' has not ended yet. Wait for it, then try again.",
  runIsUnderWay: 'A run over {{name}} has not ended yet. Wait for it, then try again.',
} as const;

export const keySystem = {
  nameTaken: "There is a key system called '{{name}}' already.",
  changed: 'Somebody else changed this key system. Reload it and try again.',
  noneActive: 'No active key system connection found. Please activate or configure a key system connection.',
  staysAsItIs: 'Nothing is changed in the key system itself.',
  readMeanwhile: 'The inventory has been read again meanwhile. Review it again, then decide.',
  notLinked: "No key plan links this identity source with '{{name}}'. Link both to a key plan first.",
  noCertificate: 'No client certificate has been uploaded yet. Upload the one that was issued for this locking system.',
  certificateSame: 'This is the certificate that is active already. Upload the renewed one.',
  certificateIsStandby: 'This certificate is the standby certificate already. Test it, then make it active.',
  certificateSecondStandby: 'There is a standby certificate already. Make it active or remove it first.',
  certificateIsActive: 'This certificate is active already.',
  certificateExpired: 'This certificate has expired. Upload the renewed one.',
  certificateStays: 'The active certificate stays. Make another one active first.',
  nameCylinderOrKey: 'Name a cylinder or a key.',
} as const;

export const keyPlan = {
  nameTaken: "There is a key plan called '{{name}}' already.",
  changed: 'Somebody else changed this key plan. Reload it and try again.',
  active: "'{{name}}' is active. Deactivate it and sync, so that what it grants is withdrawn; then delete it.",
  draftWaits_one: 'One change of the draft is not in force. Activate or discard it first.',
  draftWaits_other: '{{count, number}} changes of the draft are not in force. Activate or discard them first.',
  secondPersonNeedsDraft: 'A second person can only check changes that wait for an activation. Choose that first.',
  nothingToActivate: 'Nothing waits: what the draft says is in force, and the key plan is active.',
  ownEdits: 'You edited changes of this draft. An administrator who edited none of them has to activate it.',
  newAccount:
    'One of those who edited this draft and you are connected by an invitation whose account is less than 24 hours old. Another administrator has to activate the draft.',
  secondPersonFirst:
    'This key plan requires a second person. Untick that alone first; another administrator has to confirm it by doing the same.',
  manyLose_one: 'One person would lose doors. If that is what you want, confirm the number: {{count}}.',
  manyLose_other: '{{count, number}} people would lose doors. If that is what you want, confirm the number: {{count}}.',
  rulesStay: 'Rules of a deleted plan can no longer be withdrawn from a key system.',
  otherPlan: 'keyplan_id is not the key plan of the address.',
  profileNameTaken: "This key plan has an access profile called '{{name}}' already.",
  profileChanged: 'Somebody else changed this access profile. Reload it and try again.',
  cylinderGone: 'One of the cylinders does not exist any more. Choose again.',
  groupGone: 'One of the cylinder groups does not exist any more. Choose again.',
  profileInUse_one: "'{{name}}' is used by a rule. Change it first.",
  profileInUse_other: "'{{name}}' is used by {{count}} rules. Change them first.",
  wouldWithdraw: 'Deleting it would silently withdraw what those rules grant.',
  ruleNameTaken: "This key plan has a rule called '{{name}}' already.",
  ruleChanged: 'Somebody else changed this rule. Reload it and try again.',
  ruleChangedBy: "{{by}} changed the rule '{{name}}' on {{at}}. Nothing was changed. Review it and try again.",
  ruleGone: 'Somebody else deleted one of these rules. Nothing was changed. Review the rules and try again.',
  removalNeedsWhole:
    'Nothing was changed. The rule {{name}} also names people or doors outside your area. An administrator who is responsible for all of these can remove it.',
  ruleIdTaken: 'This id belongs to another record. Leave it out.',
  ruleDeleted: "'{{name}}' was deleted. The next sync withdraws what it granted.",
  objectGone: 'One of the cylinders, groups, places or profiles does not exist any more. Choose again.',
  personGone: 'One of the people does not exist any more. Choose again.',
  personGroupGone: 'One of the groups is in no identity source of this key plan. Choose again.',
  tooManyParts: 'A rule takes at most {{most, number}} of these. Make another rule for the rest.',
  wizardChanged: '{{name}} changed this wizard meanwhile. Load its present state, then continue.',
  wizardFinished: 'This wizard is finished. Change the key plan itself.',
  wizardPlanActive: "'{{name}}' is in force. Change the key plan itself.",
  wizardPlanEdited:
    "'{{name}}' was edited outside this wizard. Review the key plan, then decide which of the two is to stay.",
  typeDiffers: 'The subjects make this a rule of another type: {{type}}. Leave the type out, or change the subjects.',
} as const;

/** Of cylinders and groups, in what we say of them beside the key system. */
export const door = {
  changed: 'Somebody else changed this. Reload it and try again.',
  ofKeySystem: 'The key system says this. Change it there, then read its inventory.',
  stillThere: "'{{name}}' is still in the key system '{{system}}'. Remove it there, then read its inventory.",
  deleteThere: 'Only what is planned here, and named by no rule, profile or group, is deleted here.',
  markingTaken: "This key system has a cylinder with the marking '{{marking}}' already.",
  groupNameTaken: "This key system has a cylinder group called '{{name}}' already.",
} as const;

export const location = {
  nameTaken: "There is a place called '{{name}}' there already.",
  codeTaken: "Another place has the code '{{code}}' already.",
  changed: 'Somebody else changed this place. Reload it and try again.',
  cannotStandIn:
    "'{{name}}' cannot be in '{{parent}}'. Places are in wider ones: a door in an area, floor, building or site, and so on.",
  parentGone: 'The place above it does not exist any more. Choose again.',
  personGone: 'This person does not exist any more. Choose again.',
  ownDeputy: 'Owner and deputy must be two people.',
  targetWithin: 'Choose a place that is neither this one nor in it.',
  notEmpty: "'{{name}}' is not empty. Choose where its content goes.",
  named_one: "A rule names '{{name}}'. Change it first, or choose a place that takes this one's part.",
  named_other: "{{count}} rules name '{{name}}'. Change them first, or choose a place that takes this one's part.",
  nothingDeleted: 'Nothing was deleted or moved.',
  cylinderGone: 'One of the cylinders is not in the inventory any more. Reload the list and choose again.',
  proposalStale: 'The inventory or the places have changed since this was shown. Review it again, then confirm.',
  textStale: 'A location text has changed again or was decided meanwhile. Reload the list and decide again.',
  noPathColumn: "The file needs a header row with a column called 'path'.",
  notUtf8: 'This file is not UTF-8 text. Save it as "CSV UTF-8", then upload it again.',
  pathLength: 'A path has one to five names, with a slash between them.',
  pathTwice: 'Line {{line}} has the same path.',
  unknownType: "'{{type}}' is none of: site, building, floor, area, door.",
  noRoom: 'There is no type of place left below the one above. Give the places above wider types.',
  unknownNumber: "Nobody active has the employee number '{{number}}'.",
  sharedNumber: "Several people have the employee number '{{number}}'. Choose the owner by hand.",
} as const;

export const memory = {
  keptSince: 'What people could open is kept since {{since, day}}.',
  recordedOfPast: 'What the key systems had recorded then is not known. Ask about now.',
} as const;
