import {
  type CylinderContent,
  type CylinderJob,
  endOfKey,
  isAccepted,
  isBlocked,
  type KeyContent,
  type KeyEnd,
} from '@key2xs/domain';
import type { CylinderToLookAt, KeyToLookAt, StoredSet } from './load-recorded';

/** A right that may still open a door though it is not recorded any more. */
export type Exposure = {
  cylinder_id: string;
  is_certain: boolean;
  /** The cylinder is known to refuse the key. */
  is_closed: boolean;
  /** It does not list it any more. */
  is_unlisted: boolean;
};

export type Exposures = { end: KeyEnd; rights: Exposure[] };

export type CylinderKnown = CylinderToLookAt & { content: CylinderContent; isBlockListKnown: boolean };

/** Which cylinders a set of rights opens. */
type Reach = {
  /** Places in the list of cylinders. */
  recorded: ReadonlySet<number>;
  /** By the groups that they are programmed to; nothing is said of cylinders of which that is not known. */
  held: ReadonlySet<number>;
};

/** Finds what keys may still open, for all keys of a key system. @param until when the reading began that the lists are of */
export function exposing(
  cylinders: readonly CylinderKnown[],
  sets: ReadonlyMap<string, StoredSet>,
  until: number | null,
): (key: KeyToLookAt, content: KeyContent) => Exposures {
  const reachOf = reaching(cylinders, sets);
  const known = new Map<string, Reach>();
  const reach = (id: string): Reach => {
    const made = known.get(id) ?? reachOf(id);
    known.set(id, made);
    return made;
  };
  return (key, content) => {
    const isOut = key.whereabouts === 'lost' || key.whereabouts === 'retired';
    const recordedSets = isOut ? [] : content.recorded.sets;
    const recorded = new Set(recordedSets.flatMap((id) => [...reach(id).recorded]));
    const may = new Map<number, boolean>();
    const sure = key.carries ? content.rights : null;
    for (const id of sure?.sets ?? content.seen) {
      const { held, recorded: listed } = reach(id);
      // Cylinders list keys by the group that is recorded for them.
      for (const place of key.carries ? held : listed) may.set(place, sure !== null);
    }
    const rights: Exposure[] = [];
    for (const [place, isHeld] of may) {
      const cylinder = cylinders[place];
      if (!cylinder || recorded.has(place)) continue;
      const blocked = isBlocked(cylinder.jobs, key.external_id, !cylinder.isBlockListKnown);
      const isUnlisted =
        !key.carries && !isOut && until !== null && isRefused(cylinder, key.external_id, { content, until });
      if (blocked === 'yes' && key.carries) continue;
      rights.push({
        cylinder_id: cylinder.id,
        is_certain: isHeld && blocked === 'no' && content.limits !== null,
        is_closed: isUnlisted || blocked === 'yes',
        is_unlisted: isUnlisted,
      });
    }
    return { end: endOfKey(content.limits), rights };
  };
}

const isRefused = (
  { jobs, content: { recorded } }: CylinderKnown,
  key: string,
  { content, until }: { content: KeyContent; until: number },
): boolean =>
  isAccepted(jobs, key, {
    isRecorded: false,
    since: Math.max(content.recorded.seen_at, recorded.group_since),
    until,
  }) === 'no';

function reaching(cylinders: readonly CylinderKnown[], sets: ReadonlyMap<string, StoredSet>): (id: string) => Reach {
  const byId = new Map(cylinders.map(({ external_id }, place) => [external_id, place]));
  const places = cylinders.map((cylinder, place) => ({ ...cylinder, place }));
  const byRecorded = Map.groupBy(places, ({ group }) => group ?? '');
  const byHeld = Map.groupBy(places, ({ content }) => content.group?.id ?? '');
  return (id) => {
    const { cylinders: named = [], groups = [] } = sets.get(id) ?? {};
    const direct = named.flatMap((one) => byId.get(one) ?? []);
    const inGroups = (index: typeof byHeld) =>
      groups.flatMap((group) => (index.get(group) ?? []).map(({ place }) => place));
    return {
      recorded: new Set([...direct, ...inGroups(byRecorded)]),
      held: new Set([...direct, ...inGroups(byHeld)]),
    };
  };
}

/** Whether jobs tell of all keys that a cylinder blocks. */
export function knowsBlocked(jobs: readonly CylinderJob[], used: number | null): boolean {
  if (used === null || used === 0) return true;
  const keys = new Set(jobs.flatMap(({ key }) => key ?? []));
  return used <= [...keys].filter((key) => isBlocked(jobs, key, false) === 'yes').length;
}
