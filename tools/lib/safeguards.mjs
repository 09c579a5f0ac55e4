import { inApi } from './safeguards/api.mjs';
import { inBrowser } from './safeguards/browser.mjs';
import { inCalls } from './safeguards/calls.mjs';
import { inDomain } from './safeguards/domain.mjs';
import { inRequests } from './safeguards/requests.mjs';
import { inRuns } from './safeguards/runs.mjs';
import { inScope } from './safeguards/scope.mjs';
import { inUnits } from './safeguards/units.mjs';
import { onScreens } from './safeguards/web.mjs';

/**
 * Each safeguard, how it is taken out (`edits`: text as it stands once in its file, and what stands there instead), and the
 * test that has to fail then: `{ name, file, edits, test: { project, file, name } }`.
 */
export const safeguards = [
  ...inRuns,
  ...inApi,
  ...inDomain,
  ...inRequests,
  ...inScope,
  ...inCalls,
  ...onScreens,
  ...inBrowser,
  ...inUnits,
];
