import { isDeepStrictEqual } from 'node:util';
import { continueSpan, type Held, type HeldSpan, type KeyHeld, type Look } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { CylinderKnown } from './exposures';

/** What a cylinder was programmed to. */
export type CylinderHeld = {
  /** Null: of no group. Undefined: not known. */
  group: string | null | undefined;
  isBlockListKnown: boolean;
};

type HeldBefore = { lookedUntil: number | null; cylinders: ReadonlyMap<string, Held<CylinderHeld>> };

/** What cylinders hold as last noted, and when the reading began that this was of. */
export async function loadHeld(db: Db, connectionId: string): Promise<HeldBefore> {
  const { rows: looks } = await sql<{ looked_until: Date }>`
    select looked_until from key_look where connection_id = ${connectionId}`.execute(db);
  const { rows } = await sql<CylinderHeldRow>`
    select cylinder_id, since, until, is_known, group_external_id, is_block_list_known
    from cylinder_held as held join key_system_cylinder as one on one.id = held.cylinder_id
    where one.connection_id = ${connectionId} and until is null`.execute(db);
  return {
    lookedUntil: looks[0]?.looked_until.getTime() ?? null,
    cylinders: new Map(rows.map((row) => [row.cylinder_id, cylinderHeldOf(row)])),
  };
}

type CylinderHeldRow = {
  cylinder_id: string;
  since: Date;
  until: Date | null;
  is_known: boolean;
  group_external_id: string | null;
  is_block_list_known: boolean;
};

const cylinderHeldOf = (row: CylinderHeldRow): HeldSpan<CylinderHeld> => ({
  since: row.since.getTime(),
  until: row.until?.getTime() ?? null,
  value: {
    group: row.is_known ? row.group_external_id : undefined,
    isBlockListKnown: row.is_block_list_known,
  },
});

type Changed<T> = { id: string; open: Held<T> | null; now: Held<T> | null };

/** Those that hold something else than noted. What is found holds from the reading on that it was found by. */
export function changedCylinders(
  { cylinders }: HeldBefore,
  found: readonly CylinderKnown[],
  { at, listedSince }: Look,
): Changed<CylinderHeld>[] {
  return found.flatMap(({ id, content, isBlockListKnown }) => {
    const open = cylinders.get(id) ?? null;
    const value = { group: content.group ? content.group.id : undefined, isBlockListKnown };
    return isDeepStrictEqual(open?.value, value) ? [] : [{ id, open, now: { since: listedSince ?? at, value } }];
  });
}

const instant = (at: number): string => new Date(at).toISOString();

const endedOf = <T>(changed: readonly Changed<T>[], lookedUntil: number | null) =>
  changed.flatMap(({ id, open, now }) => {
    const { ended } = continueSpan(open, now, lookedUntil);
    return ended ? [{ id, since: instant(ended.since), until: instant(ended.until) }] : [];
  });

export async function saveCylindersHeld(
  tx: Tx,
  changed: readonly Changed<CylinderHeld>[],
  lookedUntil: number | null,
): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update cylinder_held as held set until = ended.until
    from jsonb_to_recordset(${JSON.stringify(endedOf(changed, lookedUntil))}::jsonb)
      as ended(id uuid, since timestamptz, until timestamptz)
    where held.cylinder_id = ended.id and held.since = ended.since`.execute(tx);
  const begun = changed.flatMap(({ id, now }) =>
    now
      ? [
          {
            id,
            since: instant(now.since),
            is_known: now.value.group !== undefined,
            group_external_id: now.value.group ?? null,
            is_block_list_known: now.value.isBlockListKnown,
          },
        ]
      : [],
  );
  await sql`
    insert into cylinder_held (cylinder_id, since, is_known, group_external_id, is_block_list_known)
    select * from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb)
      as r(id uuid, since timestamptz, is_known boolean, group_external_id text, is_block_list_known boolean)
    where true on conflict (cylinder_id, since) do update
    set is_known = excluded.is_known, group_external_id = excluded.group_external_id,
      is_block_list_known = excluded.is_block_list_known, until = null`.execute(tx);
}

export async function saveKeysHeld(
  tx: Tx,
  changed: readonly Changed<KeyHeld>[],
  lookedUntil: number | null,
): Promise<void> {
  const ended = endedOf(changed, lookedUntil);
  if (ended.length > 0) {
    await sql`
      update key_held as held set until = ended.until
      from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended(id uuid, since timestamptz, until timestamptz)
      where held.key_id = ended.id and held.since = ended.since and held.until is null`.execute(tx);
  }
  const begun = changed.flatMap(({ id, open, now }) =>
    now && !isDeepStrictEqual(open, now)
      ? [
          {
            id,
            since: instant(now.since),
            sets: now.value.sets,
            is_timed: now.value.limits !== null,
            limits: now.value.limits?.limits ?? null,
            limits_at: now.value.limits?.at == null ? null : instant(now.value.limits.at),
          },
        ]
      : [],
  );
  if (begun.length === 0) return;
  await sql`
    insert into key_held (key_id, since, sets, is_timed, limits, limits_at)
    select * from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb)
      as r(id uuid, since timestamptz, sets uuid[], is_timed boolean, limits jsonb, limits_at timestamptz)
    where true on conflict (key_id, since) do update
    set sets = excluded.sets, is_timed = excluded.is_timed, limits = excluded.limits, limits_at = excluded.limits_at`.execute(
    tx,
  );
}

/** Notes that a reading that began then has been looked at, with everything that it found. */
export async function noteLook(tx: Tx, connectionId: string, began_at: Date): Promise<void> {
  await sql`insert into key_look (connection_id, looked_until) values (${connectionId}, ${began_at})
    on conflict (connection_id) do update set looked_until = greatest(key_look.looked_until, excluded.looked_until)`.execute(
    tx,
  );
}

/** Deletes what was held until a moment before which nothing is reported any more. */
export async function forgetHeld(db: Db, keptSince: Date): Promise<void> {
  await sql`delete from key_held where until <= ${keptSince}`.execute(db);
  await sql`delete from cylinder_held where until <= ${keptSince}`.execute(db);
}

type KeyHeldRow = {
  key_id: string;
  since: Date;
  until: Date | null;
  sets: string;
  is_timed: boolean;
  limits: NonNullable<KeyHeld['limits']>['limits'];
  limits_at: Date | null;
};

/** What these keys are known to have held, ever. By key. */
export async function listKeysHeld(db: Db, keys: readonly string[]): Promise<Map<string, HeldSpan<KeyHeld>[]>> {
  const { rows } = await sql<KeyHeldRow>`
    select key_id, since, until, array_to_string(sets, ' ') as sets, is_timed, limits, limits_at from key_held
    where key_id = any(${`{${keys.join()}}`}::uuid[])`.execute(db);
  const spans = rows.map((row) => ({
    key_id: row.key_id,
    since: row.since.getTime(),
    until: row.until?.getTime() ?? null,
    value: {
      sets: row.sets.split(' ').filter(Boolean),
      limits: row.is_timed ? { limits: row.limits, at: row.limits_at?.getTime() ?? null } : null,
    },
  }));
  return Map.groupBy(spans, ({ key_id }) => key_id);
}

/** What these cylinders are known to have been programmed to, ever. By cylinder. */
export async function listCylindersHeld(
  db: Db,
  cylinders: readonly string[],
): Promise<Map<string, HeldSpan<CylinderHeld>[]>> {
  const { rows } = await sql<CylinderHeldRow>`
    select cylinder_id, since, until, is_known, group_external_id, is_block_list_known from cylinder_held
    where cylinder_id = any(${`{${cylinders.join()}}`}::uuid[])`.execute(db);
  const spans = rows.map((row) => ({ cylinder_id: row.cylinder_id, ...cylinderHeldOf(row) }));
  return Map.groupBy(spans, ({ cylinder_id }) => cylinder_id);
}
