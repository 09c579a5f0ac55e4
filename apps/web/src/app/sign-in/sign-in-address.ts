/** Addresses at which somebody signed out gets the sign-in page. */
export const isSignInAddress = (pathname: string) => ['', '/login'].includes(pathname.replace(/\/+$/, ''));
