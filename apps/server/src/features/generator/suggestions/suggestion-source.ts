import { suggestionList } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { listSource } from '#platform/list/list-source';
import { intsOfBytes, unpackIds } from '../packing';
import { presentSuggestion, suggestionColumns } from '../present-suggestion';

type Query = { cylinder_id?: string | undefined; person_id?: string | undefined };

/** Suggestions of a run; those with a person or a door are looked up before, as their members are stored packed. */
export async function suggestionSource(db: Db, run_id: string, query: Query) {
  const withMember = await listWithMember(db, run_id, query);
  const isWithMember = withMember && sql<boolean>`suggestion.id = any(${withMember}::uuid[])`;
  return listSource(suggestionList, (from, params) =>
    from.selectFrom('generator_suggestion as suggestion').where('run_id', '=', params.id),
  )({
    resource: 'generator_runs',
    show: (rows) => rows.select(suggestionColumns),
    id: 'suggestion.id',
    filters: {
      kind: 'kind',
      decision: 'decision',
      min_confidence: (least) => sql<boolean>`confidence >= ${least}`,
      cylinder_id: () => isWithMember ?? null,
      person_id: () => isWithMember ?? null,
    },
    search: (pattern) =>
      sql<boolean>`(lower(name) like ${pattern} or exists (
        select from jsonb_array_elements(conditions) as condition where lower(condition ->> 'name') like ${pattern}))`,
    sorts: {
      position: 'position',
      name: sql`lower(name)`,
      people: 'people_count',
      doors: 'cylinder_count',
      rights: 'rights',
      confidence: 'confidence',
      additions: 'addition_count',
    },
    present: presentSuggestion,
    cells: { conditions: ({ conditions }) => conditions.map(({ name }) => name).join('; ') },
  });
}

async function listWithMember(
  db: Db,
  run_id: string,
  { cylinder_id, person_id }: Query,
): Promise<string[] | undefined> {
  if (!cylinder_id && !person_id) return undefined;
  const data = await db
    .selectFrom('generator_data')
    .select(['people', 'cylinders'])
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  const numberOf = (ids: Buffer | undefined, id: string) => (ids ? unpackIds(ids).indexOf(id.toLowerCase()) : -1);
  const [person, cylinder] = [
    person_id && numberOf(data?.people, person_id),
    cylinder_id && numberOf(data?.cylinders, cylinder_id),
  ];
  const rows = await db
    .selectFrom('generator_suggestion')
    .select(['id', 'people', 'cylinders'])
    .where('run_id', '=', run_id)
    .execute();
  const has = (bytes: Buffer, number: number | '' | undefined) =>
    typeof number !== 'number' || intsOfBytes(bytes).includes(number);
  return rows.filter((row) => has(row.people, person) && has(row.cylinders, cylinder)).map(({ id }) => id);
}
