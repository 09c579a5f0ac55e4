import type { Layout } from '../screens/screen';

/** What of the frame each layout shows. The side navigation is never part of the page: the toggle lays it over. */
export const layouts: Record<Layout, { navbar: boolean; footer: boolean; configButton: boolean; sidenav: boolean }> = {
  dashboard: { navbar: true, footer: true, configButton: true, sidenav: false },
  default: { navbar: true, footer: true, configButton: true, sidenav: false },
  'lander-login': { navbar: false, footer: false, configButton: false, sidenav: false },
};
