/** What is said while a connection to Entra ID is set up. */
export const entraSession = {
  notFound: 'Setup session not found. Please start a new setup.',
  initiated: 'Enter the app registration of your tenant.',
  awaitingConsent: 'Have an administrator of your Microsoft tenant accept, or enter an app registration of your own.',
  consentReceived: 'Microsoft has answered. The checks begin.',
  applicationEntered: 'Entered. The checks begin.',
  verifying: 'We are checking what we may read.',
  ready: '{{organisation}} is ready. Check that this is your organisation.',
  completed: "'{{name}}' is connected.",
  completedPolling:
    "'{{name}}' is connected. Microsoft cannot tell us of changes here, so they are found at each sync.",
  cancelled: 'Cancelled. Nothing was stored.',
  cancelledAfterConsent:
    'Cancelled, and the secrets that were entered are deleted. The consent stays at Microsoft: delete the application there under "Enterprise applications".',
  wrongTenant:
    'Microsoft says that this tenant is another one than the answer named. Nothing was stored. Start again, and open the consent from here.',
  answerUsed: 'This answer of Microsoft was used already. Go back to the set-up to see how it stands.',
  answerUnusable: 'This address holds no answer of Microsoft. Go back to the set-up, and open the consent from there.',
  answerWithoutState:
    'This consent was not begun here, so nothing is stored. Add an identity source, and open the consent from there.',
  notNow: 'This is not possible any more, because of how the set-up stands: {{status}}',
  noSandbox: 'The sandbox of Entra ID does not run here.',
  noSharedApplication:
    'This installation has no application of its own at Microsoft, so use an app registration of your tenant. Whoever runs the server can set KEY2XS_ENTRA_CLIENT_ID.',
  noOrigin: 'Tell at which address the product is opened: nobody has set KEY2XS_PUBLIC_URL.',
  foreignOrigin: 'This is not the address this request was sent to. Set KEY2XS_PUBLIC_URL to use another one.',
  oneCredential: 'Enter a client secret, or choose a certificate file: one of them.',
  secretMissing: 'Enter the value of the client secret.',
  secretIsId: 'This is the ID of a secret. Enter its value: the portal shows it beside the ID, once.',
  certificatePassword: 'Enter the password of the file.',
  stopped: 'Something unforeseen stopped the checks. The log of the server says what. Start again.',
} as const;

/** Of one check. */
export const entraCheck = {
  signedIn: 'Microsoft signs us in for this tenant.',
  permissions: 'Given: {{permissions, list}}.',
  permissionsMissing:
    'Still missing: {{permissions, list}}. Microsoft passes a consent on within some minutes; we try again by ourselves.',
  consentNotYet: 'Microsoft does not know the consent yet. It can take some minutes; we try again by ourselves.',
  noGroups: 'Groups are not read: {{permissions, list}} is missing. Given: {{given, list}}.',
  person_one: 'One person was read.',
  person_other: '{{count, number}} people were read on the first page.',
  nobody: 'The directory holds nobody that we may read.',
  organisation: '{{name}}, {{domain}}',
  organisationOnly: '{{name}}',
  counted_one: '{{count, number}} person',
  counted_other: '{{count, number}} people',
  notCounted: 'Microsoft does not count the people of this tenant.',
  webhook: 'Microsoft can tell us of changes at {{address}}.',
  noWebhook:
    'Microsoft cannot tell us of changes, because no public https address is set (KEY2XS_PUBLIC_URL). Changes are found at each sync.',
  later: '{{reason}} We try again by ourselves.',
} as const;
