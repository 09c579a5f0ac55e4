import { inAdministration } from './safeguards/administrators.mjs';
import { inApi } from './safeguards/api.mjs';
import { inBrowser } from './safeguards/browser.mjs';
import { inCalls } from './safeguards/calls.mjs';
import { inDomain } from './safeguards/domain.mjs';
import { inEvents } from './safeguards/events.mjs';
import { ofPrograms } from './safeguards/programs.mjs';
import { inRequests } from './safeguards/requests.mjs';
import { inRuns } from './safeguards/runs.mjs';
import { inScope } from './safeguards/scope.mjs';
import { inSignIn } from './safeguards/sign-in.mjs';
import { inUnits } from './safeguards/units.mjs';
import { onScreens } from './safeguards/web.mjs';

/**
 * Each safeguard, how to remove it (`edits`: a text that occurs once in its file, and its replacement), and the test that
 * must fail then: `{ name, file, edits, test: { project, file, name } }`. `name` of a test is a substring of its title.
 */
export const safeguards = [
  ...inRuns,
  ...inApi,
  ...inDomain,
  ...inRequests,
  ...inSignIn,
  ...inAdministration,
  ...ofPrograms,
  ...inEvents,
  ...inScope,
  ...inCalls,
  ...onScreens,
  ...inBrowser,
  ...inUnits,
];
