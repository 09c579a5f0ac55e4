import type { MatrixRow, MatrixRows } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import { mapInSlices } from '#platform/in-slices';
import { type Reader, visibleTo } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import type { Classes } from './make-matrix';

/** People together: ids, divided by blanks. */
type Crowd = { value: string; within: string; people: string };

/** The rows of a plan with their people, as numbers, one row after another. */
export type RowLayout = { rows: (RowHead & { until: number })[]; people: Int32Array };
type RowHead = Pick<MatrixRow, 'kind' | 'id' | 'label' | 'depth'>;

/** None where rows are people or keys: these are read in pages. */
export const hasLayout = (rows: MatrixRows): rows is CrowdRows => rows !== 'people' && rows !== 'keys';

type RowLayoutRequest = { rows: CrowdRows; sources: readonly string[]; numberOf: ReadonlyMap<string, number> };

export async function readRowLayout(reader: Reader, { rows, sources, numberOf }: RowLayoutRequest): Promise<RowLayout> {
  if (sources.length === 0) return { rows: [], people: new Int32Array(0) };
  const numbers: number[] = [];
  const laidOut = await mapInSlices(
    arrange[rows](await listCrowds(reader, { rows, sources })),
    ({ row, crowds }: RowOfCrowds) => {
      for (const { people } of crowds) {
        for (const id of people.split(' ')) {
          const number = numberOf.get(id);
          if (number !== undefined) numbers.push(number);
        }
      }
      return { ...row, until: numbers.length };
    },
  );
  return { rows: laidOut, people: Int32Array.from(numbers) };
}

/** With the classes of a matrix; leaves out rows without people. */
export function* rowsIn(layout: RowLayout, { classes }: Classes): Generator<MatrixRow> {
  let at = 0;
  for (const { until, ...row } of layout.rows) {
    const counts = new Map<number, number>();
    let people = 0;
    for (; at < until; at++) {
      const found = classes[layout.people[at] ?? -1] ?? -1;
      if (found < 0) continue;
      people++;
      counts.set(found, (counts.get(found) ?? 0) + 1);
    }
    if (people > 0) yield { ...row, people, classes: [...counts].sort(([a], [b]) => a - b) };
  }
}

type RowOfCrowds = { row: RowHead; crowds: readonly Crowd[] };

const arrange: Record<CrowdRows, (crowds: Crowd[]) => RowOfCrowds[]> = {
  departments: (crowds) =>
    alike(crowds, 'within').flatMap(({ spellings, crowds: inside }) => [
      { row: rowOf('department', spellings, 0), crowds: inside },
      ...titleRows(inside, 1),
    ]),
  job_titles: (crowds) => titleRows(crowds, 0),
  groups: (crowds) =>
    crowds
      .sort((a, b) => byText(a.within, b.within))
      .map((one) => ({ row: { ...rowOf('group', [one.value], 0), label: one.within }, crowds: [one] })),
};

const titleRows = (crowds: readonly Crowd[], depth: number): RowOfCrowds[] =>
  alike(crowds, 'value').map((one) => ({ row: rowOf('job_title', one.spellings, depth), crowds: one.crowds }));

/** Together what rules take for the same, with its spellings, most frequent first; in the order of these. */
function alike(crowds: readonly Crowd[], column: 'value' | 'within') {
  const sizeOf = (some: readonly Crowd[]) => some.reduce((sum, { people }) => sum + people.length, 0);
  const together = [...Map.groupBy(crowds, (one) => foldText(one[column])).values()].map((same) => {
    const spelled = [...Map.groupBy(same, (one) => one[column])].sort(
      ([a, ofA], [b, ofB]) => sizeOf(ofB) - sizeOf(ofA) || compare(a, b),
    );
    return { spellings: spelled.map(([spelling]) => spelling), crowds: same };
  });
  return together.sort((a, b) => byText(a.spellings[0] ?? '', b.spellings[0] ?? ''));
}

const rowOf = (kind: MatrixRow['kind'], spellings: readonly string[], depth: number) => ({
  kind: spellings[0] ? kind : ('rest' as const),
  id: spellings[0] ?? '',
  label: spellings.join(', '),
  depth,
});

const { compare } = new Intl.Collator('en', { numeric: true });

/** Those without come last. */
const byText = (a: string, b: string) => Number(a === '') - Number(b === '') || compare(a, b);

type CrowdRows = Exclude<MatrixRows, 'people' | 'keys'>;

type Valued = 'department' | 'job_title';

/** As written, without blanks around it; empty for none. */
const written = (column: Valued) => sql<string>`coalesce(btrim(${sql.ref(`person.${column}`)}), '')`;

/** People with a department or title, in any spelling that rules take for the same. */
export async function havingValue(reader: Reader, column: Valued, value: string): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{
    value: string;
  }>`select distinct ${written(column)} as value from ${peopleOf(reader)}`.execute(reader.db);
  const same = rows.flatMap((row) => (foldText(row.value) === foldText(value) ? [row.value] : []));
  return sql<boolean>`${written(column)} = any(${same}::text[])`;
}

const ids = sql`string_agg(person.id::text, ' ') as people`;

type People = { from: ReturnType<typeof peopleOf<'person'>>; are: RawBuilder<boolean> };

const crowdsOf: Record<CrowdRows, (people: People) => RawBuilder<Crowd>> = {
  departments: ({ from, are }) => sql`
    select ${written('job_title')} as value, ${written('department')} as within, ${ids}
    from ${from} where ${are} group by 1, 2`,
  job_titles: ({ from, are }) => sql`
    select ${written('job_title')} as value, '' as within, ${ids} from ${from} where ${are} group by 1`,
  groups: ({ from, are }) => sql`
    select person_group.id::text as value, person_group.name as within, ${ids}
    from ${from} cross join unnest(group_ids) as group_id join person_group on person_group.id = group_id
    where ${are} and group_ids <> '{}' group by 1, 2
    union all
    select '', '', ${ids} from ${from} where ${are} and group_ids = '{}' having count(*) > 0`,
};

async function listCrowds(reader: Reader, { rows, sources }: Pick<RowLayoutRequest, 'rows' | 'sources'>) {
  const are = sql<boolean>`person.active and person.connection_id = any(${[...sources]}::uuid[])
    and ${visibleTo(reader.viewer, 'people')}`;
  return (await crowdsOf[rows]({ from: peopleOf(reader), are }).execute(reader.db)).rows;
}
