import { z } from 'zod';
import { fieldError } from './field-error';
import { tooLong } from './field-words';

const invalid = fieldError({ urlFormat: 'Invalid URL format.' });
const missing = fieldError({ url: 'Endpoint URL is required.' });

/** Checked before parsing: a URL parser accepts backslashes, missing slashes, tabs and line breaks. */
const plain = /^https:\/\/[^\s\p{C}\\/?#][^\s\p{C}\\]*$/iu;
const signIn = /^[^/]*\/\/[^/?#]*@/;
/** No empty host label, and no port 0. */
const callable = /^https:\/\/(?:\[[^\]]*\]|[^.:/]+(?:\.[^.:/]+)*\.?)(?::(?!0\/)\d+)?\//;

const callableUrl = z
  .url({ protocol: /^https$/, normalize: true, error: invalid, abort: true })
  .regex(callable, { error: invalid })
  .overwrite((href) => href.replace(/^(https:\/\/[^/]*?)\.?(?=[:/])/, '$1'));

const typed = z
  .string({ error: missing })
  .trim()
  .min(1, { error: missing, abort: true })
  .max(500, { error: fieldError({ tooLong }, { most: 500 }), abort: true })
  .regex(plain, { error: invalid, abort: true });

/**
 * The address of a web service, normalised: lower case, punycode, no dot after the host, no default port, no trailing
 * slash. Refuses credentials, because addresses are stored, shown and logged.
 */
export const HttpsAddress = typed
  .refine((text) => !signIn.test(text), {
    error: fieldError({
      urlSignIn: 'Leave user name and password out of the address. The client certificate signs in.',
    }),
    abort: true,
  })
  .refine((text) => !/[?#]/.test(text), {
    error: fieldError({ urlRest: "Leave out '?' and '#' and what follows them." }),
    abort: true,
  })
  .pipe(callableUrl)
  .overwrite((href) => href.replace(/\/+$/, ''));

/** The address of a receiver: as `HttpsAddress`, but its path stays as it is, and it may have a query. */
export const HttpsReceiver = typed
  .refine((text) => !signIn.test(text) && !text.includes('#'), {
    error: fieldError({ receiverUrl: "Leave out user name, password, and '#' with what follows it." }),
    abort: true,
  })
  .pipe(callableUrl);
