import { type FieldRules, mappings, type Provider } from '@key2xs/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../endpoint-calls';

const fieldRulesQuery = (provider: Provider) =>
  queryOptions({
    ...endpointQuery(mappings.fieldRules, [provider], { params: { provider } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What the fields of a kind of source take; undefined until it is known. Where it cannot be read, nothing is limited here. */
export function useFieldRules(provider: Provider): FieldRules | undefined {
  const { data, isPending } = useQuery(fieldRulesQuery(provider));
  if (isPending) return undefined;
  return data ?? { provider, field_rules: {}, configurable_fields: [], fixed_fields: {}, description: '' };
}
