import { mappings } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../calls/endpoint-calls';

/** The attributes that can be mapped, with sample values. Calls the source. */
export const sourceSchemaQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(mappings.schema, ['schema', id], { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
