/** What can be wrong with a source of people. */
export const contact = 'Type a name, an address or a number.';
export const sourceName = 'Connection name must be between 3 and 100 characters';
export const sourceNameSigns = 'Connection name can only contain letters, numbers, spaces, underscores, and hyphens';
export const guid = 'A GUID as 00000000-0000-0000-0000-000000000000.';
export const plainField = 'This field is taken as the source has it.';
export const wrongTransform = 'This cannot be done to this field.';
export const endpointsOnlyForSandbox = 'Other addresses of Microsoft Graph are for the sandbox only. Remove them.';
