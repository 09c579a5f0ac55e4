import { z } from 'zod';

/** What can be wrong with an address. */
export const addressProblems = {
  missing: 'Endpoint URL is required.',
  format: 'Invalid URL format.',
  long: 'At most 500 characters, please.',
  signIn: 'Leave user name and password out of the address. The client certificate signs in.',
  rest: "Leave out '?' and '#' and what follows them.",
} as const;

/** Checked before parsing: a URL parser accepts backslashes, missing slashes, tabs and line breaks. */
const plain = /^https:\/\/[^\s\p{C}\\/?#][^\s\p{C}\\]*$/iu;
const signIn = /^[^/]*\/\/[^/?#]*@/;
/** No empty host label, and no port 0. */
const callable = /^https:\/\/(?:\[[^\]]*\]|[^.:/]+(?:\.[^.:/]+)*\.?)(?::(?!0\/)\d+)?\//;

const callableUrl = z
  .url({ protocol: /^https$/, normalize: true, error: addressProblems.format, abort: true })
  .regex(callable, addressProblems.format)
  .overwrite((href) => href.replace(/^(https:\/\/[^/]*?)\.?(?=[:/])/, '$1').replace(/\/+$/, ''));

/**
 * The address of a web service, normalised: lower case, punycode, no dot after the host, no default port, no trailing
 * slash. Refuses credentials, because addresses are stored, shown and logged.
 */
export const HttpsAddress = z
  .string({ error: addressProblems.missing })
  .trim()
  .min(1, { error: addressProblems.missing, abort: true })
  .max(500, { error: addressProblems.long, abort: true })
  .regex(plain, { error: addressProblems.format, abort: true })
  .refine((text) => !signIn.test(text), {
    error: addressProblems.signIn,
    abort: true,
  })
  .refine((text) => !/[?#]/.test(text), { error: addressProblems.rest, abort: true })
  .pipe(callableUrl);
