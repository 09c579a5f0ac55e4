import { cylinderGroupList, type LocationNode } from '@key2xs/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { locationTreeQuery } from '#data/locations';
import { recordsQuery } from '#data/records';
import { shownName } from '#lib/door-words';
import { type Column, type Content, objectKey } from './choices';

/** Something a grant may name, with what a list of such things shows. */
export type DoorChoice = Omit<Column, 'id'> & {
  key: string;
  /** Its own name; `name` has the places above. */
  label: string;
  depth: number;
  doors: number;
  /** 0: none. */
  protectionClass: number;
};

const mostGroups = 1_000;

/** Places of the tree and groups of the key systems of the plan, with their doors. */
export function useDoors({ key_system_connection_ids: systems }: Pick<Content, 'key_system_connection_ids'>) {
  const tree = useQuery(locationTreeQuery);
  const groups = useQueries({
    queries: systems.map((connection_id) =>
      recordsQuery(cylinderGroupList, { params: undefined, query: { connection_id, limit: mostGroups } }),
    ),
  });
  const places = placesOf(tree.data?.places ?? []);
  const ofSystems = groups
    .flatMap(({ data }) => data?.rows ?? [])
    .map((group): DoorChoice => {
      const name = shownName(group);
      const object = { object_type: 'cylinder_group', object_identifier: group.id, name } as const;
      return {
        ...object,
        key: objectKey(object),
        label: name,
        depth: 0,
        doors: group.cylinders,
        protectionClass: 0,
      };
    });
  return {
    places,
    groups: ofSystems,
    tree: tree.data,
    error: tree.error ?? groups.find(({ error }) => error)?.error ?? undefined,
    isPending: tree.isPending || groups.some(({ isPending }) => isPending),
    byKey: new Map([...places, ...ofSystems].map((choice) => [choice.key, choice])),
  };
}

/** In the order of a tree: each place followed by what stands in it. */
function placesOf(nodes: readonly LocationNode[]): DoorChoice[] {
  const children = new Map<string | null, LocationNode[]>();
  for (const node of nodes) children.set(node.parent_id, [...(children.get(node.parent_id) ?? []), node]);
  const below = (parent: string | null, path: string, depth: number): DoorChoice[] =>
    (children.get(parent) ?? []).flatMap((node) => {
      const name = path ? `${path} / ${node.name}` : node.name;
      const object = { object_type: 'location', object_identifier: node.id, name } as const;
      const choice = { ...object, key: objectKey(object), label: node.name, depth, doors: node.cylinders };
      return [{ ...choice, protectionClass: node.protection_class ?? 0 }, ...below(node.id, name, depth + 1)];
    });
  return below(null, '', 0);
}
