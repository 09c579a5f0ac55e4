/** Where the sign-in page shows itself to whoever is not signed in. */
export const isSignInAddress = (pathname: string) => ['', '/login'].includes(pathname.replace(/\/+$/, ''));
