/** Texts that stand ready from the first paint: sign-in, the end of a session, and what went wrong with a screen. */
export const entry = {
  brand: 'Key2XS',
  session: { expired: 'Session expired. Please log in again.' },
  login: {
    title: 'Sign in',
    purpose: 'Who may open which door, and when.',
    username: 'Username',
    password: 'Password',
    usernameMissing: 'Username is required.',
    passwordMissing: 'Password is required.',
    submit: 'Sign in',
    busy: 'Signing in...',
    failed: 'Login failed',
    showPassword: 'Show what is typed',
  },
  errors: {
    pageFailed: 'This screen could not be shown',
    heldUp: 'The server cannot answer at the moment',
    trying: 'Trying again…',
    reload: 'Reload the page',
    home: 'Go to the dashboard',
    notFound: 'Page not found',
    notFoundTitle: 'There is nothing at this address',
    notFoundHint: 'It may have been mistyped or moved.',
    forbidden: 'Insufficient permissions',
    forbiddenTitle: 'This screen is not open to you',
    forbiddenHint: 'Ask a super admin if you need something from it.',
    chunk: 'Loading chunk {{chunk}} failed ({{type}}).',
    chunkHint:
      'A part of the application did not arrive. Reload the page; if that does not help, check the connection.',
  },
} as const;
