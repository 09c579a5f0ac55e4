import { adminScreens } from './admin-screens';
import { connectionScreens } from './connection-screens';
import { keyPlanScreens } from './key-plan-screens';
import { keyScreens } from './key-screens';
import { peopleScreens } from './people-screens';
import type { Screen } from './screen';
import {
  forgottenPasswordScreen,
  invitationScreen,
  loginScreen,
  passwordResetScreen,
  possessionLinkScreen,
  receiptLinkScreen,
  requestLinkScreen,
  singleSignOnScreen,
  startScreens,
} from './start-screens';

/** Every screen inside the frame, in menu order. */
export const screens = [
  ...startScreens,
  ...peopleScreens,
  ...connectionScreens,
  ...keyPlanScreens,
  ...keyScreens,
  ...adminScreens,
];

const everyScreen = [
  loginScreen,
  passwordResetScreen,
  forgottenPasswordScreen,
  invitationScreen,
  receiptLinkScreen,
  possessionLinkScreen,
  requestLinkScreen,
  singleSignOnScreen,
  ...screens,
];

/** The screen for a URL or for the route path of a link. */
export function screenAt(address: string): Screen | undefined {
  const segments = address.split('/').filter(Boolean);
  return everyScreen.find(({ path }) => {
    const parts = path.split('/').filter(Boolean);
    return parts.length === segments.length && parts.every((part, at) => part.startsWith('$') || part === segments[at]);
  });
}
