import type { Side } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { ProfileContent, RuleContent } from '#platform/schema/schema';

/** The rules and profiles of a plan as one side of a comparison has them, by id. */
export type PlanContent = { rules: Map<string, RuleContent>; profiles: Map<string, ProfileContent> };

/**
 * A plan that is switched off keeps the rules it has in force.
 * @throws AppError not_found for a version that the plan does not have
 */
export async function loadSide(
  db: Db,
  plan: { id: string; version_in_force: number },
  side: Side,
): Promise<PlanContent> {
  if (side === 'draft') {
    const written = db.selectFrom('key_plan_draft').select(['kind', 'content']);
    return contentOf(await written.where('keyplan_id', '=', plan.id).where('kind', '<>', 'plan').execute());
  }
  const number = side === 'in_force' || side === 'off' ? plan.version_in_force : Number(side);
  if (number > plan.version_in_force) throw notFound('key_plan_version');
  const rows = await db
    .selectFrom('key_plan_part')
    .select(['kind', 'content'])
    .where('keyplan_id', '=', plan.id)
    .where('kind', '<>', 'plan')
    .where('since', '<=', number)
    .where(sql<boolean>`coalesce(until > ${number}, true)`)
    .execute();
  return contentOf(rows);
}

/** As one side of which only these records are known: as they are written. */
export async function loadWritten(db: Db, keyplanId: string, ids: readonly string[]): Promise<PlanContent> {
  const rows = await db
    .selectFrom('key_plan_draft')
    .select(['kind', 'content'])
    .where('keyplan_id', '=', keyplanId)
    .where('kind', '<>', 'plan')
    .where(sql<boolean>`record_id = any(${[...ids]}::uuid[])`)
    .execute();
  return contentOf(rows);
}

/** What versions of a plan have, by number; all of them are read at once. */
export async function loadSides(
  db: Db,
  keyplanId: string,
  numbers: readonly number[],
): Promise<Map<number, PlanContent>> {
  const rows = await db
    .selectFrom('key_plan_part')
    .select(['kind', 'content', 'since', 'until'])
    .where('keyplan_id', '=', keyplanId)
    .where('kind', '<>', 'plan')
    .where(sql<boolean>`coalesce(until > ${Math.min(...numbers)}, true)`)
    .execute();
  const isOf = (number: number) => (row: (typeof rows)[number]) =>
    row.since <= number && (row.until === null || row.until > number);
  return new Map(numbers.map((number) => [number, contentOf(rows.filter(isOf(number)))]));
}

function contentOf(rows: readonly { kind: string; content: object }[]): PlanContent {
  // The view that all contents come from makes them so.
  const of = <T extends { id: string }>(wanted: string) =>
    new Map(rows.flatMap(({ kind, content }) => (kind === wanted ? [[(content as T).id, content as T] as const] : [])));
  return { rules: of<RuleContent>('rule'), profiles: of<ProfileContent>('profile') };
}

/** A record of one side and of the other; at least one of them is there, and they differ. */
export type Changed<T> = { id: string; before: T | undefined; after: T | undefined };

export type ContentChanges = { rules: Changed<RuleContent>[]; profiles: Changed<ProfileContent>[] };

export const compareContents = (before: PlanContent, after: PlanContent): ContentChanges => ({
  rules: changesOf(before.rules, after.rules),
  profiles: changesOf(before.profiles, after.profiles),
});

function changesOf<T extends { name: string }>(before: Map<string, T>, after: Map<string, T>): Changed<T>[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const pairs = ids.map((id) => ({ id, before: before.get(id), after: after.get(id) }));
  // Equal contents are equal as text: the database writes the fields of each in one order.
  const changed = pairs.filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
  const nameOf = (pair: Changed<T>) => (pair.after ?? pair.before)?.name ?? '';
  return changed.sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en') || (a.id < b.id ? -1 : 1));
}
