import { inApi } from './safeguards/api.mjs';
import { inRuns } from './safeguards/runs.mjs';

/**
 * Each safeguard, how it is taken out (`edits`: text as it stands once in its file, and what stands there instead), and the
 * test that has to fail then: `{ name, file, edits, test: { project, file, name } }`.
 */
export const safeguards = [...inApi, ...inRuns];
