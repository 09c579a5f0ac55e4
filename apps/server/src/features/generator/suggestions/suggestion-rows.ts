import { foldText, type MinedCondition, type MinedSuggestion, type MiningInput, type RightCells } from '@key2xs/domain';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { bytesOfInts, intsOfBytes } from '../packing';

export type SuggestionRow = Selectable<Schema['generator_suggestion']>;

const kinds = { core: 0, likely: 1, limited: 2 } as const;

/** Best first. */
export const listSuggestionRows = (db: Db, run_id: string): Promise<SuggestionRow[]> =>
  db.selectFrom('generator_suggestion').selectAll().where('run_id', '=', run_id).orderBy('position').execute();

/** The same without anything else, as it is long. */
export const listNames = (db: Db, run_id: string): Promise<{ id: string; name: string; position: number }[]> =>
  db
    .selectFrom('generator_suggestion')
    .select(['id', 'name', 'position'])
    .where('run_id', '=', run_id)
    .orderBy('position')
    .execute();

/** @throws AppError not_found */
export async function findSuggestion(db: Db, run_id: string, id: string): Promise<SuggestionRow> {
  const row = await db
    .selectFrom('generator_suggestion')
    .selectAll()
    .where('run_id', '=', run_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('generator_suggestion');
  return row;
}

/** A stored suggestion as mining takes it. */
export function minedOf(row: SuggestionRow, input: MiningInput): MinedSuggestion {
  const cylinders = intsOfBytes(row.cylinders);
  const of = (kind: keyof typeof kinds) => cylinders.filter((_, at) => row.cylinder_kinds[at] === kinds[kind]);
  return {
    id: row.id,
    kind: row.kind,
    conditions: conditionsOf(row.conditions, input),
    people: intsOfBytes(row.people),
    cylinders,
    core: of('core'),
    likely: of('likely'),
    limited: of('limited'),
    additions: additionsOf(row),
    explained: row.rights,
    confidence: row.confidence,
    support: row.support,
    recall: row.recall,
    lift: row.lift,
    outliers: new Int32Array(0), // their number alone is stored
    risks: row.risks,
    pinned: row.pinned,
  };
}

/** Cells that a suggestion gives newly where they are accepted. */
export function additionsOf({ additions }: { additions: Uint8Array }): RightCells {
  const numbers = intsOfBytes(additions);
  return { people: numbers.subarray(0, numbers.length / 2), cylinders: numbers.subarray(numbers.length / 2) };
}

/** By position; a value that was not read is left out. */
function conditionsOf(
  conditions: readonly { attribute: string; value: string }[],
  { attributes }: MiningInput,
): MinedCondition[] {
  return conditions.flatMap(({ attribute: name, value: shown }) => {
    const attribute = attributes.findIndex((one) => one.name === name);
    const key = name === 'group' ? shown : foldText(shown);
    const value = attributes[attribute]?.keys.indexOf(key) ?? -1;
    return value < 0 ? [] : [{ attribute, value }];
  });
}

/** The columns that follow from mining. */
export type FiguresOfRow = Pick<
  Selectable<Schema['generator_suggestion']>,
  | 'people'
  | 'cylinders'
  | 'cylinder_kinds'
  | 'additions'
  | 'people_count'
  | 'cylinder_count'
  | 'rights'
  | 'confidence'
  | 'support'
  | 'recall'
  | 'lift'
  | 'addition_count'
  | 'outliers'
  | 'risks'
>;

export function figuresOf(mined: MinedSuggestion): FiguresOfRow {
  const { people, cylinders, additions } = mined;
  const [core, likely] = [new Set(mined.core), new Set(mined.likely)];
  const kindOf = (cylinder: number) =>
    core.has(cylinder) ? kinds.core : likely.has(cylinder) ? kinds.likely : kinds.limited;
  return {
    people: bytesOfInts(people),
    cylinders: bytesOfInts(cylinders),
    cylinder_kinds: Buffer.from(Array.from(cylinders, kindOf)),
    additions: Buffer.concat([bytesOfInts(additions.people), bytesOfInts(additions.cylinders)]),
    people_count: people.length,
    cylinder_count: cylinders.length,
    rights: mined.explained,
    confidence: mined.confidence,
    support: mined.support,
    recall: mined.recall,
    lift: mined.lift,
    addition_count: additions.people.length,
    outliers: mined.outliers.length,
    risks: [...mined.risks],
  };
}
