import type { CalledGroup, GoneFromSource } from '../../called-source-driver';
import { goneAs } from './person';
import { readValue } from './value';
import type { GraphGroup } from './wire';

/** Nested groups and devices are no people. Members of a nested group appear under that group. */
const isPerson = (type: string | undefined) => type === undefined || /^#microsoft\.graph\.user$/i.test(type);

/** Reads a group of a page: its name, joined and left members. Of several lines about one member the last wins. */
export function readGroup(group: GraphGroup): CalledGroup | GoneFromSource {
  if (group['@removed']) return goneAs(group);
  const last = new Map<string, boolean>();
  for (const { id, '@odata.type': type, '@removed': removed } of group['members@delta'] ?? []) {
    if (isPerson(type)) last.set(id, removed === undefined);
  }
  const of = (isIn: boolean) => [...last].filter(([, joined]) => joined === isIn).map(([id]) => id);
  const name = readValue('displayName', group.displayName);
  return {
    id: group.id,
    ...('value' in name && name.value !== null && { name: name.value }),
    joined: of(true),
    left: of(false),
  };
}
