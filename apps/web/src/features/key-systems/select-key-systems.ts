import { type KeySystemConnection, KeySystemStatus, type SystemType } from '@key2xs/contract';
import type { z } from 'zod';
import { type KeySystemOrder, type KeySystemsSearch, keySystemOrders } from './key-systems-search';

type TypeName = (type: z.infer<typeof SystemType>) => string;

/**
 * The key systems that match search and filters, sorted. The search covers name, endpoint and the name of the system
 * type; an unknown date counts as the oldest. The list has at most 200 entries.
 */
export function selectKeySystems(
  all: readonly KeySystemConnection[],
  wanted: KeySystemsSearch,
  typeName: TypeName,
): KeySystemConnection[] {
  const needle = wanted.search?.trim().toLowerCase() ?? '';
  const isFound = ({ name, system_type, active_configuration }: KeySystemConnection) =>
    [name, active_configuration.config_data.cliq_api_url, typeName(system_type)].some((text) =>
      text.toLowerCase().includes(needle),
    );
  const isMatch = (one: KeySystemConnection) =>
    (!wanted.status || one.status === wanted.status) && (!wanted.type || one.system_type === wanted.type);
  const { order, isDescending } = orderOf(wanted.sort);
  const compare = comparisons(typeName)[order];
  return all
    .filter((one) => isMatch(one) && isFound(one))
    .sort((a, b) => (isDescending ? compare(b, a) : compare(a, b)) || byName(a, b));
}

/** Parses the order in the URL; by name, ascending, by default. */
export function orderOf(sort: KeySystemsSearch['sort'] = 'name'): { order: KeySystemOrder; isDescending: boolean } {
  const order = keySystemOrders.find((name) => name === sort.replace('-', '')) ?? 'name';
  return { order, isDescending: sort.startsWith('-') };
}

type Comparison = (a: KeySystemConnection, b: KeySystemConnection) => number;

const byName: Comparison = (a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base', numeric: true });

const comparisons = (typeName: TypeName): Record<KeySystemOrder, Comparison> => ({
  name: byName,
  system_type: (a, b) => typeName(a.system_type).localeCompare(typeName(b.system_type)),
  // From healthy to unhealthy.
  status: (a, b) => KeySystemStatus.options.indexOf(a.status) - KeySystemStatus.options.indexOf(b.status),
  last_successful_interaction: (a, b) =>
    epochOf(a.last_successful_interaction) - epochOf(b.last_successful_interaction),
  created_at: (a, b) => epochOf(a.created_at) - epochOf(b.created_at),
});

const epochOf = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));
