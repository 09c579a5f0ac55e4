import { type Input, keys } from '@key2xs/contract';
import { endpointQuery } from '../calls/endpoint-calls';

type EventFilter = Input<typeof keys.events>['query'];

/** The newest access events of one cylinder or key. */
export const accessEventsQuery = (filter: EventFilter) =>
  endpointQuery(keys.events, ['events', filter], { query: filter });
