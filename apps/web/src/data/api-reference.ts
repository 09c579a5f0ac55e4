import { apiReference } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from './calls/endpoint-calls';

/** The API as an OpenAPI document; unchanged until the server is updated. */
export const apiReferenceQuery = queryOptions({
  ...endpointQuery(apiReference.get, [], {}),
  staleTime: Number.POSITIVE_INFINITY,
});
