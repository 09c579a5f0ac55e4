import type { Endpoint } from './endpoint';

/** Beginnings of the paths of what belongs to a person who is signed in. */
const beginnings = [
  '/auth/',
  '/profile',
  '/api-token',
  '/service-accounts',
  '/settings/sign-in-policy',
  '/settings/notifications',
];
/** Programs need to know whose rights they call with. */
const exception = '/auth/me';

/**
 * Whether no API token can call it: how people sign in and prove who they are, their own settings, the tokens themselves, and
 * all that asks for a fresh proof.
 */
export const isSessionOnly = ({ path, stepUp }: Pick<Endpoint, 'path' | 'stepUp'>): boolean =>
  stepUp === true || (path !== exception && beginnings.some((beginning) => path.startsWith(beginning)));
