import type { ObjectType, RuleObject } from '@key2xs/contract';

/** What groups and profiles hold. Unknown ids hold nothing. */
export type Inventory = {
  /** Cylinder group id to its members. */
  groups: ReadonlyMap<string, readonly string[]>;
  /** Access profile id to what it names. */
  profiles: ReadonlyMap<string, { cylinder_ids: readonly string[]; cylinder_group_ids: readonly string[] }>;
};

export type PathStep = { object_type: ObjectType; id: string };

/** Steps from a rule down to, and without, a cylinder: none (named directly), group, profile, or profile and group. */
type Way = readonly PathStep[];

/** Cylinder id to every way by which it is reached, shortest first. */
export type Reach = ReadonlyMap<string, readonly Way[]>;

/** Cylinders and groups that a rule names, itself or through profiles; each once, groups not taken apart. */
export function namedDoors(objects: readonly RuleObject[], inventory: Inventory) {
  const cylinder_ids = new Set(idsOf(objects, 'cylinder'));
  const cylinder_group_ids = new Set(idsOf(objects, 'cylinder_group'));
  for (const id of idsOf(objects, 'access_profile')) {
    const profile = inventory.profiles.get(id);
    for (const cylinder of profile?.cylinder_ids ?? []) cylinder_ids.add(cylinder);
    for (const group of profile?.cylinder_group_ids ?? []) cylinder_group_ids.add(group);
  }
  return { cylinder_ids: [...cylinder_ids], cylinder_group_ids: [...cylinder_group_ids] };
}

/** All cylinders that objects stand for, with every way to each. O(cylinders reached × ways). */
export function resolveObjects(objects: readonly RuleObject[], inventory: Inventory): Reach {
  const reach = new Map<string, readonly Way[]>();
  const add = (way: Way, cylinderIds: readonly string[] = []) => {
    const alone = [way]; // shared by all cylinders that have no other way: most of them
    for (const id of cylinderIds) {
      const known = reach.get(id);
      if (!known) reach.set(id, alone);
      else if (!known.includes(way)) reach.set(id, [...known, way]);
    }
  };
  const profiles = idsOf(objects, 'access_profile').map((id) => ({ id, content: inventory.profiles.get(id) }));

  add([], idsOf(objects, 'cylinder'));
  for (const id of idsOf(objects, 'cylinder_group')) {
    add([{ object_type: 'cylinder_group', id }], inventory.groups.get(id));
  }
  for (const { id, content } of profiles) add([{ object_type: 'access_profile', id }], content?.cylinder_ids);
  for (const { id, content } of profiles) {
    for (const group of new Set(content?.cylinder_group_ids)) {
      const way: Way = [
        { object_type: 'access_profile', id },
        { object_type: 'cylinder_group', id: group },
      ];
      add(way, inventory.groups.get(group));
    }
  }
  return reach;
}

function idsOf(objects: readonly RuleObject[], type: ObjectType): string[] {
  return [...new Set(objects.filter((o) => o.object_type === type).map((o) => o.object_identifier))];
}
