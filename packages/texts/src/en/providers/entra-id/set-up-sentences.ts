/** What is said while a connection to Entra ID is set up. */
export const entraSession = {
  notFound: 'Setup session not found. Please start a new setup.',
  initiated: 'Enter the app registration of your tenant.',
  awaitingConsent: 'Have an administrator of your Microsoft tenant accept, or enter an app registration of your own.',
  consentReceived: 'Microsoft has answered. The checks start.',
  applicationEntered: 'Entered. The checks start.',
  verifying: 'The permissions are being checked.',
  ready: '{{organisation}} is ready. Check that this is your organisation.',
  completed: "'{{name}}' is connected.",
  completedPolling:
    "'{{name}}' is connected. Microsoft cannot send change messages here, so changes are found at each sync.",
  cancelled: 'Cancelled. Nothing was stored.',
  cancelledAfterConsent:
    'Cancelled, and the secrets that were entered are deleted. The consent stays at Microsoft: delete the application there under "Enterprise applications".',
  wrongTenant:
    'This tenant is not the one that the response of Microsoft names. Nothing was stored. Start again, and open the consent from here.',
  answerUsed: 'This response of Microsoft was already used. Go back to the set-up to see its state.',
  answerUnusable:
    'This address contains no response of Microsoft. Go back to the set-up, and open the consent from there.',
  answerWithoutState:
    'This consent was not started here, so nothing is stored. Add an identity source, and open the consent from there.',
  notNow: 'This is not possible in the present state of the set-up: {{status}}',
  noSandbox: 'The sandbox of Entra ID is not running here.',
  noSharedApplication:
    'This installation has no application of its own at Microsoft, so use an app registration of your tenant. The operator of the server can set KEY2XS_ENTRA_CLIENT_ID.',
  noOrigin: 'Tell at which address the product is opened: no one has set KEY2XS_PUBLIC_URL.',
  foreignOrigin: 'This is not the address this request was sent to. Set KEY2XS_PUBLIC_URL to use another one.',
  oneCredential: 'Enter a client secret, or choose a certificate file: one of them.',
  secretMissing: 'Enter the value of the client secret.',
  secretIsId: 'This is the ID of a secret. Enter its value: the portal shows it beside the ID, once.',
  certificatePassword: 'Enter the password of the file.',
  stopped: 'An unexpected error stopped the checks. See the log of the server, then start again.',
} as const;

/** Of one check. */
export const entraCheck = {
  signedIn: 'The sign-in for this tenant works.',
  permissions: 'Granted: {{permissions, list}}.',
  permissionsMissing:
    'Still missing: {{permissions, list}}. A consent takes some minutes to take effect; this is tried again automatically.',
  consentNotYet: 'The consent has not taken effect yet. This can take some minutes and is tried again automatically.',
  noGroups: 'Groups are not read: {{permissions, list}} is missing. Granted: {{given, list}}.',
  person_one: 'One person was read.',
  person_other: '{{count, number}} people were read on the first page.',
  nobody: 'The directory has no people that Key2XS may read.',
  organisation: '{{name}}, {{domain}}',
  organisationOnly: '{{name}}',
  counted_one: '{{count, number}} person',
  counted_other: '{{count, number}} people',
  notCounted: 'Microsoft does not count the people of this tenant.',
  webhook: 'Microsoft can send change messages to {{address}}.',
  noWebhook:
    'Microsoft cannot send change messages, because no public https address is set (KEY2XS_PUBLIC_URL). Changes are found at each sync.',
  later: '{{reason}} This is tried again automatically.',
} as const;
