import { suggestions } from '@key2xs/contract';
import { endpointQuery } from '../calls/endpoint-calls';

/** How good a plan is, night by night. Apart from the calls of runs, which the screen of a plan does not need. */
export const planQualityQuery = (planId: string) =>
  endpointQuery(suggestions.quality, ['quality', planId], { params: { id: planId } });
