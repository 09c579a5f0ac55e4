import type { CylinderContent, KeyContent } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { StoredSet } from './load-recorded';

export type KeyRow = {
  key_id: string;
  held_sets: string | null;
  held_at: Date | null;
  is_timed: boolean;
  limits: NonNullable<KeyContent['limits']>['limits'];
  limits_at: Date | null;
  seen_sets: string;
  recorded_sets: string;
  recorded_changed_at: Date | null;
  recorded_seen_at: Date;
  is_confirmed: boolean;
  exposure: string;
};

const list = (text: string): string[] => (text === '' ? [] : text.split(' '));
const ms = (at: Date | null): number | null => at?.getTime() ?? null;
const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const keyContentOf = (row: KeyRow): KeyContent => ({
  rights: row.held_at === null ? null : { sets: list(row.held_sets ?? ''), at: row.held_at.getTime() },
  limits: row.is_timed ? { limits: row.limits, at: ms(row.limits_at) } : null,
  seen: list(row.seen_sets),
  recorded: {
    changed_at: ms(row.recorded_changed_at),
    sets: list(row.recorded_sets),
    seen_at: row.recorded_seen_at.getTime(),
    isConfirmed: row.is_confirmed,
  },
});

const keyColumns = sql`key_id, array_to_string(held_sets, ' ') as held_sets, held_at, is_timed, limits, limits_at,
  array_to_string(seen_sets, ' ') as seen_sets, array_to_string(recorded_sets, ' ') as recorded_sets, recorded_changed_at,
  recorded_seen_at, is_confirmed, exposure`;

/** By the ids of the keys. */
export async function loadKeyContents(db: Db, connectionId: string): Promise<Map<string, KeyRow>> {
  const { rows } =
    await sql<KeyRow>`select ${keyColumns} from key_content where connection_id = ${connectionId}`.execute(db);
  return new Map(rows.map((row) => [row.key_id, row]));
}

export async function findKeyContent(db: Db, keyId: string): Promise<KeyContent | undefined> {
  const { rows } = await sql<KeyRow>`select ${keyColumns} from key_content where key_id = ${keyId}`.execute(db);
  return rows[0] && keyContentOf(rows[0]);
}

export async function saveKeyContents(
  tx: Tx,
  connectionId: string,
  contents: readonly { key_id: string; content: KeyContent; exposure: string }[],
): Promise<void> {
  if (contents.length === 0) return;
  const rows = contents.map(({ key_id, exposure, content: { rights, limits, seen, recorded } }) => ({
    key_id,
    held_sets: rights?.sets ?? null,
    held_at: instant(rights?.at ?? null),
    is_timed: limits !== null,
    limits: limits?.limits ?? null,
    limits_at: instant(limits?.at ?? null),
    seen_sets: seen,
    recorded_sets: recorded.sets,
    recorded_changed_at: instant(recorded.changed_at),
    recorded_seen_at: instant(recorded.seen_at),
    is_confirmed: recorded.isConfirmed,
    exposure,
  }));
  const columns = Object.keys(rows[0] ?? {});
  await sql`
    insert into key_content (connection_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${connectionId}::uuid, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      key_id uuid, held_sets uuid[], held_at timestamptz, is_timed boolean, limits jsonb, limits_at timestamptz, seen_sets uuid[],
      recorded_sets uuid[], recorded_changed_at timestamptz, recorded_seen_at timestamptz, is_confirmed boolean, exposure text)
    where true on conflict (key_id) do update set ${sql.join(
      columns.slice(1).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
    )}`.execute(tx);
}

export type CylinderRow = {
  cylinder_id: string;
  is_known: boolean;
  group_external_id: string | null;
  programmed_at: Date | null;
  recorded_group: string | null;
  recorded_jobs: string;
  recorded_seen_at: Date;
  group_since: Date;
};

const cylinderContentOf = (row: CylinderRow): CylinderContent => ({
  group: row.is_known ? { id: row.group_external_id } : null,
  programmed_at: ms(row.programmed_at),
  recorded: {
    group: row.recorded_group,
    jobs: row.recorded_jobs,
    seen_at: row.recorded_seen_at.getTime(),
    group_since: row.group_since.getTime(),
  },
});

/** By the ids of the cylinders. */
export async function loadCylinderContents(db: Db, connectionId: string): Promise<Map<string, CylinderContent>> {
  const { rows } = await sql<CylinderRow>`
    select cylinder_id, is_known, group_external_id, programmed_at, recorded_group, recorded_jobs, recorded_seen_at, group_since
    from cylinder_content where connection_id = ${connectionId}`.execute(db);
  return new Map(rows.map((row) => [row.cylinder_id, cylinderContentOf(row)]));
}

export async function saveCylinderContents(
  tx: Tx,
  connectionId: string,
  contents: readonly { cylinder_id: string; content: CylinderContent }[],
): Promise<void> {
  if (contents.length === 0) return;
  const rows = contents.map(({ cylinder_id, content: { group, programmed_at, recorded } }) => ({
    cylinder_id,
    is_known: group !== null,
    group_external_id: group?.id ?? null,
    programmed_at: instant(programmed_at),
    recorded_group: recorded.group,
    recorded_jobs: recorded.jobs,
    recorded_seen_at: instant(recorded.seen_at),
    group_since: instant(recorded.group_since),
  }));
  const columns = Object.keys(rows[0] ?? {});
  await sql`
    insert into cylinder_content (connection_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${connectionId}::uuid, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      cylinder_id uuid, is_known boolean, group_external_id text, programmed_at timestamptz, recorded_group text, recorded_jobs text,
      recorded_seen_at timestamptz, group_since timestamptz)
    where true on conflict (cylinder_id) do update set ${sql.join(
      columns.slice(1).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
    )}`.execute(tx);
}

/** Of the key system, by id. */
export async function loadSets(db: Db, connectionId: string): Promise<Map<string, StoredSet>> {
  const { rows } = await sql<StoredSet>`
    select id, cylinders, groups from right_set where connection_id = ${connectionId}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function saveSets(tx: Tx, connectionId: string, sets: readonly StoredSet[]): Promise<void> {
  if (sets.length === 0) return;
  await sql`insert into right_set (connection_id, id, cylinders, groups)
    select ${connectionId}::uuid, r.* from jsonb_to_recordset(${JSON.stringify(sets)}::jsonb)
      as r(id uuid, cylinders text[], groups text[]) on conflict do nothing`.execute(tx);
}
