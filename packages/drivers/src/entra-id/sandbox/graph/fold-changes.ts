import type { Change } from '../directory/objects';

/** All changes of one object, combined. */
export type Folded = {
  id: string;
  properties: Set<string>;
  /** Whether each member is in the group now. */
  members: Map<string, boolean>;
  /** The manager before the first change. */
  managerBefore: string | null | undefined;
};

/** In the order of each object's last change. @param seen ignores changes of other properties */
export function foldChanges(changes: readonly Change[], kind: Change['object'], seen: ReadonlySet<string>): Folded[] {
  const folded = new Map<string, Folded>();
  for (const { object, id, properties, member, manager_before } of changes) {
    const visible = properties.filter((name) => name === '*' || seen.has(name));
    if (object !== kind || visible.length === 0) continue;
    const one = folded.get(id) ?? { id, properties: new Set(), members: new Map(), managerBefore: undefined };
    folded.delete(id);
    folded.set(id, one);
    for (const name of visible) one.properties.add(name);
    if (member) one.members.set(member.id, member.joined);
    if (manager_before !== undefined) one.managerBefore ??= manager_before;
  }
  return [...folded.values()];
}
