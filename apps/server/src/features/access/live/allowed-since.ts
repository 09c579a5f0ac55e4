import { type DoorReason, isValidAt } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { AccessDescriptions } from '#platform/access-descriptions';
import { memoized } from '#platform/caches/memoized';

/** A person, since when nothing of them has changed (`unchangedSince`), a door that they may open, and the rules that open it. */
type Pair = {
  unchangedSince: Date | null;
  door: string;
  reasons: readonly Pick<DoorReason, 'rule_id' | 'windows'>[];
};
type Question = { pairs: readonly Pair[]; placesAbove: (door: string) => readonly string[]; epochMs: number };

/**
 * Since when nothing has changed of a person, the door, its places, and one of the rules that open it and are within their
 * dates: at least since then they may open it. It may be longer, where what changed made no difference; nothing is known
 * from before the memory began. In the order of the pairs; null where no rule is within its dates.
 */
export async function readAllowedSince(
  descriptions: Pick<AccessDescriptions, 'doors' | 'places' | 'rules'>,
  { pairs, placesAbove, epochMs }: Question,
): Promise<(string | null)[]> {
  const placesOf = new Map([...new Set(pairs.map(({ door }) => door))].map((door) => [door, placesAbove(door)]));
  const reasonsOf = [...new Set(pairs.map(({ reasons }) => reasons))].flat();
  const rules = await descriptions.rules([...new Set(reasonsOf.map(({ rule_id }) => rule_id))]);
  const doors = await descriptions.doors([...placesOf.keys()]);
  const places = await descriptions.places([...new Set([...placesOf.values()].flat())]);
  const ofRules = memoized((reasons: Pair['reasons']) =>
    reasons.flatMap(({ rule_id, windows }) => {
      const [inForce, started] = [rules.get(rule_id)?.since, startedAt(windows, epochMs)];
      return inForce === undefined || started === undefined ? [] : Math.max(inForce, started);
    }),
  );
  const ofDoor = memoized((door: string) => {
    const here = (placesOf.get(door) ?? []).map((id) => places.get(id)?.since ?? 0);
    return Math.max(doors.get(door)?.since ?? 0, ...here);
  });
  return pairs.map(({ unchangedSince, door, reasons }) => {
    const since = ofRules(reasons);
    if (unchangedSince === null || since.length === 0) return null;
    return new Date(Math.max(unchangedSince.getTime(), ofDoor(door), Math.min(...since))).toISOString();
  });
}

/** When the first of the windows that hold began; undefined while none does. */
function startedAt(windows: Pair['reasons'][number]['windows'], epochMs: number): number | undefined {
  if (windows.length === 0) return 0;
  const holding = windows.filter((window) => isValidAt(window, epochMs));
  if (holding.length === 0) return undefined;
  return Math.min(...holding.map(({ valid_from }) => (valid_from === null ? 0 : Date.parse(valid_from))));
}

/** Since when nothing of a row of `person` has changed that is kept of former times; it may be from before the memory began. */
export const personUnchanged: RawBuilder<Date> = sql<Date>`greatest(person.created_at,
  (select max(until) from access_past where kind = 'person' and record_id = person.id))`;

/** The same; not from before the memory began. */
export const unchangedSince: RawBuilder<Date> = sql<Date>`greatest(${personUnchanged}, (select kept_since from memory))`;
