import type { CalledGroup, GoneFromSource } from '../../called-source-driver';
import { goneAs } from './person';
import { readValue } from './value';
import type { GraphGroup } from './wire';

/** Groups within a group, and devices, are no people. Who is in an inner group is told where that group is. */
const isPerson = (type: string | undefined) => type === undefined || /^#microsoft\.graph\.user$/i.test(type);

/** What a page says of a group: its name, and who has joined and left. A later line of the same page about somebody counts. */
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
