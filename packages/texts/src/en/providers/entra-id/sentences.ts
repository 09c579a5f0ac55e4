/** Why Microsoft Entra ID could not be read: what happened, and what an administrator does next. */
export const entra = {
  secret_wrong: {
    what: 'Microsoft does not accept the client secret.',
    remedy:
      'Copy the value of the secret again, not its ID: the portal shows it only once. If it is gone, add a new one.',
  },
  secret_expired: {
    what: 'The client secret has expired.',
    remedy: 'Add a new secret to the app registration, and enter its value here.',
  },
  secret_missing: {
    what: 'Microsoft asks for a client secret or a certificate, and none was sent.',
    remedy: 'Enter a client secret, or upload a certificate.',
  },
  certificate_unknown: {
    what: 'Microsoft does not know our certificate.',
    remedy: 'Upload its public part (.cer) to the app registration, under "Certificates & secrets", and try again.',
  },
  certificate_unusable: {
    what: 'The stored certificate cannot be used to sign in.',
    remedy: 'Upload the certificate again.',
  },
  clock_off: {
    what: 'Microsoft says that the clock of this server is wrong.',
    remedy: 'Have the clock of this server set, then try again.',
  },
  application_unknown: {
    what: 'The tenant has no application with this ID.',
    remedy: 'Check the application (client) ID and the tenant ID; if both are right, give admin consent first.',
  },
  application_disabled: {
    what: 'The application is switched off in the tenant.',
    remedy: 'Enable sign-in for it under "Enterprise applications", and try again.',
  },
  consent_missing: {
    what: 'No one has given admin consent for the application yet.',
    remedy: 'Have a Global Administrator of the tenant give admin consent. It can take some minutes to take effect.',
  },
  consent_declined: {
    what: 'Admin consent was declined.',
    remedy: 'Start again, and have an administrator of the tenant accept.',
  },
  consent_cancelled: {
    what: 'Microsoft ended the consent without a result.',
    remedy: 'Start again with an account that may consent for the whole tenant.',
  },
  tenant_unknown: {
    what: 'Microsoft knows no tenant with this ID.',
    remedy: 'Copy the tenant ID again from the overview of Microsoft Entra ID.',
  },
  federation_mismatch: {
    what: 'The application only accepts sign-in from another platform (federated credential).',
    remedy: 'Add a client secret or a certificate to the app registration.',
  },
  policy_blocks: {
    what: 'A conditional access policy of the tenant blocks the application.',
    remedy: 'Have it excluded from the policy, or allow the address of this server there.',
  },
  scope_invalid: {
    what: 'Microsoft does not accept what the application asks for.',
    remedy: 'Check that the app registration has application permissions for Microsoft Graph.',
  },
  sign_in_refused: {
    what: 'Microsoft refused to sign the application in.',
    remedy: 'Search the sign-in logs of Microsoft Entra ID for it ("Service principal sign-ins").',
  },
  token_refused: {
    what: 'Microsoft Graph refused our sign-in, even after it was renewed.',
    remedy: 'Check that the application still exists in the tenant, and that its secret or certificate is valid.',
  },
  permission_missing: {
    what: 'The application lacks a permission for this.',
    remedy: 'Add it to the app registration under "API permissions", and give admin consent again.',
  },
  subscription_quota: {
    what: 'The tenant has no room for another change notification.',
    remedy: 'Delete those of applications that are no longer used, or leave it: changes are then found at each sync.',
  },
  subscription_unreachable: {
    what: 'Microsoft could not reach the address for change notifications.',
    remedy:
      'Check that this installation can be reached from the internet by HTTPS, or leave it: changes are then found at each sync.',
  },
  not_found: {
    what: 'Microsoft Graph has no such object any more.',
    remedy: 'Reload the page; if it is still shown, sync again.',
  },
  attribute_refused: {
    what: 'Microsoft Graph does not know one of the mapped attributes.',
    remedy: 'Check the names in the mapping.',
  },
  not_supported: {
    what: 'Microsoft Graph does not offer this for the tenant.',
    remedy: 'Check that it is a tenant of Microsoft Entra ID, and not one for customers (External ID, B2C).',
  },
  refused_item: {
    what: 'Microsoft Graph refused the call.',
    remedy: 'Try again; if the problem persists, test the connection.',
  },
  refused: {
    what: 'Microsoft Graph answered that it cannot do this at the moment.',
    remedy: 'Nothing to do: it is tried again at the next sync.',
  },
  throttled: {
    what: 'Microsoft Graph asks for a pause.',
    remedy: 'Nothing to do: the run continues automatically after the pause.',
  },
  unreachable: {
    what: 'Microsoft cannot be reached.',
    remedy: 'Check that this server may connect to login.microsoftonline.com and graph.microsoft.com.',
  },
  address_refused: {
    what: 'This installation does not allow calls to that address.',
    remedy: 'Remove the address from the configuration of the connection.',
  },
  tls_untrusted: {
    what: 'The certificate that Microsoft shows cannot be trusted.',
    remedy:
      'If your network inspects TLS, login.microsoftonline.com and graph.microsoft.com can also be excepted there.',
  },
  timeout: {
    what: 'Microsoft did not answer in time.',
    remedy:
      'Nothing to do: it is tried again at the next sync. If the problem persists, check the network of this server.',
  },
  bad_answer: {
    what: 'Microsoft Graph answered in a way that cannot be understood.',
    remedy: 'Try again later; if the problem persists, check whether a proxy in between changes the answers.',
  },
  aborted: {
    what: 'The call was stopped before it ended.',
    remedy: 'Start it again.',
  },
} as const;

/** What a case of a failure adds. */
export const entraCase = {
  code: 'It says AADSTS{{number}}.',
  permission: 'Missing: {{permission}}.',
  foreignLink: 'The next page was to be fetched from {{host}}. Nothing was sent there.',
  loop: 'It sends the same pages again and again.',
  tooManyPages: 'It has sent {{most, number}} pages and not come to an end.',
  noEnd: 'A list stops without saying that it is complete.',
} as const;

/** Of the configuration of a connection. */
export const entraSetUp = {
  configuration:
    'The configuration of this connection is incomplete: {{field}}. Enter tenant ID and application ID again.',
  noCredential: 'This connection has neither a client secret nor a certificate. Enter one of them.',
  noSharedApplication:
    'This installation has no application of its own at Microsoft. Use an app registration of your tenant.',
  endpointsOnlyForSandbox: 'Other addresses of Microsoft Graph are for the sandbox only. Remove them.',
  lacks: 'Microsoft Graph has no such attributes: {{attributes, list}}. Check the mapping.',
} as const;

/** A value of a person that is not as it should be. */
export const entraValue = {
  notText: '{{attribute}} is not a text',
  notYesOrNo: '{{attribute}} is neither true nor false',
  notMoment: '{{attribute}} is not a date',
  notOne: '{{attribute}} has a form that is not known',
  unstorable: '{{attribute}} has characters that cannot be stored',
} as const;
