import type { KeySystemConnection, SystemType } from '@key2xs/contract';
import type { z } from 'zod';
import type { KeySystemsSearch } from './key-systems-search';

type TypeName = (type: z.infer<typeof SystemType>) => string;

/**
 * The key systems that fit search and filters, in the order asked for. The search looks at name, endpoint and the name
 * of the system type; a moment that is not known counts as the oldest. The list has at most 200 entries.
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
  const isKept = (one: KeySystemConnection) =>
    (!wanted.status || one.status === wanted.status) && (!wanted.type || one.system_type === wanted.type);
  return all.filter((one) => isKept(one) && isFound(one)).sort(orderOf(wanted.sort ?? 'name'));
}

type Order = (a: KeySystemConnection, b: KeySystemConnection) => number;

const byName: Order = (a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base', numeric: true });

function orderOf(sort: NonNullable<KeySystemsSearch['sort']>): Order {
  switch (sort) {
    case 'name':
      return byName;
    case 'system_type':
      return (a, b) => a.system_type.localeCompare(b.system_type) || byName(a, b);
    case 'status':
      return (a, b) => a.status.localeCompare(b.status) || byName(a, b);
    case '-last_successful_interaction':
      return newestFirst((one) => one.last_successful_interaction);
    case '-created_at':
      return newestFirst((one) => one.created_at);
  }
}

const newestFirst =
  (instantOf: (one: KeySystemConnection) => string | null): Order =>
  (a, b) =>
    Date.parse(instantOf(b) ?? '1970-01-01') - Date.parse(instantOf(a) ?? '1970-01-01') || byName(a, b);
