import { cylinders } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../auth';
import { inventoryFacetsQuery } from './cylinders';

/** The key systems to filter by, for who may read them. */
export function useKeySystemNames() {
  const { data } = useQuery({ ...inventoryFacetsQuery, enabled: useMay(cylinders.facets) });
  return data?.key_systems ?? [];
}
