import { type FieldRules, mappings, type Provider } from '@key2xs/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../calls/endpoint-calls';

const fieldRulesQuery = (provider: Provider) =>
  queryOptions({
    ...endpointQuery(mappings.fieldRules, [provider], { params: { provider } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The rules for fields of a provider; undefined while loading. If they cannot be read, nothing is restricted here. */
export function useFieldRules(provider: Provider): FieldRules | undefined {
  const { data, isPending } = useQuery(fieldRulesQuery(provider));
  if (isPending) return undefined;
  return data ?? { provider, field_rules: {}, configurable_fields: [], fixed_fields: {}, description: '' };
}
