import type { Layout } from '../screens/screen';

/** The parts of the frame each layout shows. The side navigation always overlays the page; the toggle opens it. */
export const layouts: Record<Layout, { navbar: boolean; footer: boolean; configButton: boolean; sidenav: boolean }> = {
  dashboard: { navbar: true, footer: true, configButton: true, sidenav: false },
  default: { navbar: true, footer: true, configButton: true, sidenav: false },
  'lander-login': { navbar: false, footer: false, configButton: false, sidenav: false },
};
