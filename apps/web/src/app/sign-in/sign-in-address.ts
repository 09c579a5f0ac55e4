/** URLs that show the sign-in page to a signed-out user. */
export const isSignInAddress = (pathname: string) => ['', '/login'].includes(pathname.replace(/\/+$/, ''));
