export type Needs = { isPublic: boolean; iamStatus: boolean; superadmin: boolean };
export type Layout = 'dashboard' | 'default' | 'lander-login';

const needIamStatus = new Set(['/dashboards/start', '/iam-manager', '/connection-manager']);
const needSuperadmin = new Set(['/add-key-system', '/key-systems', '/cylinders', '/work-list', '/admin/sub-admins']);

/** What must be true before the screen at a path opens. */
export function needsOf(pathname: string): Needs {
  const path = withoutTrailingSlash(pathname);
  return {
    isPublic: path === '/login',
    iamStatus: needIamStatus.has(path),
    superadmin: needSuperadmin.has(path) || path.startsWith('/key-systems/'),
  };
}

/** Where the sign-in page shows itself to whoever is not signed in. */
export const isSignInAddress = (pathname: string) => ['/', '/login'].includes(withoutTrailingSlash(pathname));

export function layoutOf(pathname: string): Layout {
  const path = withoutTrailingSlash(pathname);
  if (path === '/login') return 'lander-login';
  return path === '/dashboards/start' ? 'dashboard' : 'default';
}

/** What of the frame each layout shows. The side navigation is never part of the page: the toggle lays it over. */
export const layouts: Record<Layout, { navbar: boolean; footer: boolean; configButton: boolean; sidenav: boolean }> = {
  dashboard: { navbar: true, footer: true, configButton: true, sidenav: false },
  default: { navbar: true, footer: true, configButton: true, sidenav: false },
  'lander-login': { navbar: false, footer: false, configButton: false, sidenav: false },
};

const withoutTrailingSlash = (pathname: string) => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname);
