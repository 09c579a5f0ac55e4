export const apiToken = {
  invalid: 'This API token is not valid.',
  sessionOnly: 'An API token cannot do this. Sign in.',
  readOnly: 'This API token only reads.',
  moreFunctions: 'Choose among your own functions.',
  everything: 'Choose functions. Only a token of a super admin may do everything.',
  outsideScope: 'Choose departments and places within your own.',
  past: 'Choose a later moment.',
  tooLong: 'At most {{count}} days ahead, please.',
  tooMany: 'There are {{most}} tokens already. Revoke one first.',
  notService: 'This is not a service account.',
  acting: 'End acting for someone else first.',
} as const;
