import { useQuery } from '@tanstack/react-query';
import { inventoryFacetsQuery } from '#data/key-systems/cylinders';
import type { FilterOption } from '#ui/table/filter-bar';
import { useCodeWords } from './use-code-words';

type Values = 'cylinder_types' | 'cylinder_states' | 'key_types' | 'key_states' | 'domains';

/** Filter options of the three lists: key systems, and the values that occur, in words. */
export function useFacets() {
  const { data: facets } = useQuery(inventoryFacetsQuery);
  const words = {
    cylinder_types: useCodeWords('cylinder_types'),
    cylinder_states: useCodeWords('cylinder_states'),
    key_types: useCodeWords('key_types'),
    key_states: useCodeWords('key_states'),
    domains: (domain: string) => domain,
  };
  const valuesOf = (name: Values): FilterOption[] =>
    (facets?.[name] ?? []).map((value) => ({ value, label: words[name](value) }));
  return { systems: facets?.key_systems ?? [], valuesOf };
}
