import { cylinderGroupList } from '@key2xs/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { recordsQuery } from '#data/calls/records';
import { locationTreeQuery } from '#data/key-systems/locations';
import { shownName } from '#lib/words/door-words';
import { type Content, objectKey } from './choices';

/** A place or group that a grant may name, as the matrix shows it. */
export type DoorChoice = {
  /** Its own name, without the places above. */
  label: string;
  doors: number;
  /** 0: none. */
  protectionClass: number;
};

const maxGroups = 1_000;

/** Places of the tree and groups of the plan's key systems, with their doors, by `objectKey`. */
export function useDoors({ key_system_connection_ids: systems }: Pick<Content, 'key_system_connection_ids'>) {
  const { data: tree } = useQuery(locationTreeQuery);
  const groups = useQueries({
    queries: systems.map((connection_id) =>
      recordsQuery(cylinderGroupList, { params: undefined, query: { connection_id, limit: maxGroups } }),
    ),
  });
  const choices = new Map<string, DoorChoice>();
  for (const place of tree?.places ?? []) {
    choices.set(objectKey({ object_type: 'location', object_identifier: place.id }), {
      label: place.name,
      doors: place.cylinders,
      protectionClass: place.protection_class ?? 0,
    });
  }
  for (const group of groups.flatMap(({ data }) => data?.rows ?? [])) {
    choices.set(objectKey({ object_type: 'cylinder_group', object_identifier: group.id }), {
      label: shownName(group),
      doors: group.cylinders,
      protectionClass: 0,
    });
  }
  return choices;
}
