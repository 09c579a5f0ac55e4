import { type DoorReason, isValidAt } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** A person, a door that they may open, and the rules that open it. */
type Pair = { person: string; door: string; reasons: readonly Pick<DoorReason, 'rule_id' | 'windows'>[] };
type Question = { pairs: readonly Pair[]; placesAbove: (door: string) => readonly string[]; epochMs: number };

/**
 * Since when nothing has changed of a person, the door, its places, and one of the rules that open it and are within their
 * dates: at least since then they may open it. It may be longer, where what changed made no difference; nothing is known
 * from before the memory began. In the order of the pairs; null where no rule is within its dates.
 */
export async function readAllowedSince(db: Db, { pairs, placesAbove, epochMs }: Question): Promise<(string | null)[]> {
  const places = new Map([...new Set(pairs.map(({ door }) => door))].map((door) => [door, placesAbove(door)]));
  const rules = pairs.flatMap(({ reasons }) => reasons.map(({ rule_id }) => rule_id));
  const kept = {
    person: await unchangedSince(db, {
      table: 'person',
      born: 'created_at',
      ids: distinct(pairs.map(({ person }) => person)),
    }),
    door: await unchangedSince(db, { table: 'cylinder', born: 'first_seen_at', ids: [...places.keys()] }),
    place: await unchangedSince(db, {
      table: 'location',
      born: 'created_at',
      ids: distinct([...places.values()].flat()),
    }),
    rule: await rulesSince(db, distinct(rules)),
  };
  return pairs.map(({ person, door, reasons }) => {
    const ofPerson = kept.person.get(person);
    const ofRules = reasons.flatMap(({ rule_id, windows }) => {
      const [inForce, begun] = [kept.rule.get(rule_id), begunAt(windows, epochMs)];
      return inForce === undefined || begun === undefined ? [] : Math.max(inForce, begun);
    });
    if (ofPerson === undefined || ofRules.length === 0) return null;
    const here = (places.get(door) ?? []).map((id) => kept.place.get(id) ?? 0);
    return new Date(Math.max(ofPerson, kept.door.get(door) ?? 0, ...here, Math.min(...ofRules))).toISOString();
  });
}

const distinct = (ids: readonly string[]) => [...new Set(ids)];

/** When the first of the windows that hold began; undefined while none does. */
function begunAt(windows: Pair['reasons'][number]['windows'], epochMs: number): number | undefined {
  if (windows.length === 0) return 0;
  const holding = windows.filter((window) => isValidAt(window, epochMs));
  if (holding.length === 0) return undefined;
  return Math.min(...holding.map(({ valid_from }) => (valid_from === null ? 0 : Date.parse(valid_from))));
}

type Unchanged = { table: 'person' | 'cylinder' | 'location'; born: string; ids: readonly string[] };

/** In milliseconds, by id. */
export async function unchangedSince(db: Db, { table, born, ids }: Unchanged): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, greatest(${sql.ref(born)}, memory.kept_since,
      (select max(until) from access_past where kind = ${table} and record_id = known.id)) as at
    from ${sql.table(table)} as known, memory where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
}

/** Since when a rule, its plan and the profiles it names are in force as they are; in milliseconds, by rule. */
async function rulesSince(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: Date }>`
    select rule.record_id as id, max(version.at) as at
    from key_plan_part as rule
    cross join lateral (
      select 'plan' as kind, rule.keyplan_id as id
      union all select 'rule', rule.record_id
      union all select 'profile', (object ->> 'object_identifier')::uuid
      from jsonb_array_elements(rule.content -> 'objects') as object where object ->> 'object_type' = 'access_profile'
    ) as named
    join key_plan_part as part on part.record_id = named.id and part.kind = named.kind and part.until is null
    join key_plan_version as version on version.keyplan_id = part.keyplan_id and version.number = part.since
    where rule.kind = 'rule' and rule.until is null and rule.record_id = any(${ids}::uuid[])
    group by rule.record_id`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
}
