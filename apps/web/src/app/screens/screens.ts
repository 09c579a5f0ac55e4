import { adminScreens } from './admin-screens';
import { connectionScreens } from './connection-screens';
import { keyPlanScreens } from './key-plan-screens';
import { keyScreens } from './key-screens';
import { peopleScreens } from './people-screens';
import type { Screen } from './screen';
import { loginScreen, startScreens } from './start-screens';

/** Every screen inside the frame, in the order in which menus offer them. */
export const screens = [
  ...startScreens,
  ...peopleScreens,
  ...connectionScreens,
  ...keyPlanScreens,
  ...keyScreens,
  ...adminScreens,
];

const everyScreen = [loginScreen, ...screens];
export type ScreenPath = (typeof everyScreen)[number]['path'];

/** The screen at an address, or the one that a link names by its path; nothing where there is none. */
export function screenAt(address: string): Screen | undefined {
  const asked = address.split('/').filter(Boolean);
  return everyScreen.find(({ path }) => {
    const parts = path.split('/').filter(Boolean);
    return parts.length === asked.length && parts.every((part, at) => part.startsWith('$') || part === asked[at]);
  });
}
