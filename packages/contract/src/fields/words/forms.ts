/** What can be wrong with files, addresses and times. */
export const file = 'A file is required.';
export const fileUpload = 'A file upload is required.';
export const planFile = 'A file is required for key plan upload.';
export const url = 'Endpoint URL is required.';
export const urlFormat = 'Invalid URL format.';
export const urlSignIn = 'Leave user name and password out of the address. The client certificate signs in.';
export const urlRest = "Leave out '?' and '#' and what follows them.";
export const connectionName = 'Connection name is required.';
export const domain = 'Domain Name is required for CLIQ Web Manager.';
export const zone = 'Not a known IANA time zone';
export const timeOfDay = 'A time of day as HH:MM';
export const mailAddress = 'Type a mail address such as ada@example.org.';
