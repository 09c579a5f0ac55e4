import { setFlagsFromString } from 'node:v8';

/** By how much memory may grow beyond what is in use before it is collected. V8 lets it become up to four times as much. */
const growthPercent = 40;

/**
 * Makes this process collect garbage more often: it shares its machine with a database, and a large import would else take
 * twice the memory (docs/decisions/0071-garbage-is-collected-sooner.md). Holds from the next collection on.
 */
export const collectGarbageSooner = () => setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
