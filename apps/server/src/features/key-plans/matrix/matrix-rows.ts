import type { MatrixRow, MatrixRows } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { groupBy } from '#platform/group-by';
import { mapInSlices } from '#platform/in-slices';
import { type Reader, visibleTo } from '#platform/visible-to';

/** People together: ids, divided by blanks. */
type Crowd = { value: string; within: string; people: string };
type Asked = { rows: MatrixRows; sources: readonly string[]; classOfPerson: ReadonlyMap<string, number> };

/** None where rows are people or keys: these are read in pages. */
export async function listRows(reader: Reader, { rows, sources, classOfPerson }: Asked): Promise<MatrixRow[]> {
  if (rows === 'people' || rows === 'keys' || sources.length === 0) return [];
  const present = ({ row, crowds }: RowOfCrowds): MatrixRow => {
    const counts = new Map<number, number>();
    for (const { people } of crowds) {
      for (const id of people.split(' ')) {
        const found = classOfPerson.get(id);
        if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
      }
    }
    const people = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { ...row, people, classes: [...counts].sort(([a], [b]) => a - b) };
  };
  const presented = await mapInSlices(arrange[rows](await listCrowds(reader, { rows, sources })), present);
  return presented.filter(({ people }) => people > 0);
}

type RowOfCrowds = { row: Pick<MatrixRow, 'kind' | 'id' | 'label' | 'depth'>; crowds: readonly Crowd[] };

const arrange: Record<CrowdRows, (crowds: Crowd[]) => RowOfCrowds[]> = {
  departments: (crowds) =>
    [...groupBy(crowds, ({ within }) => within)]
      .sort(([a], [b]) => byText(a, b))
      .flatMap(([department, titles]) => [
        { row: rowOf('department', department, 0), crowds: titles },
        ...titles
          .sort((a, b) => byText(a.value, b.value))
          .map((one) => ({ row: rowOf('job_title', one.value, 1), crowds: [one] })),
      ]),
  job_titles: (crowds) =>
    crowds
      .sort((a, b) => byText(a.value, b.value))
      .map((one) => ({ row: rowOf('job_title', one.value, 0), crowds: [one] })),
  groups: (crowds) =>
    crowds
      .sort((a, b) => byText(a.within, b.within))
      .map((one) => ({ row: { ...rowOf('group', one.value, 0), label: one.within }, crowds: [one] })),
};

const rowOf = (kind: MatrixRow['kind'], value: string, depth: number) => ({
  kind: value === '' ? ('rest' as const) : kind,
  id: value,
  label: value,
  depth,
});

const { compare } = new Intl.Collator('en', { numeric: true });

/** Those without come last. */
const byText = (a: string, b: string) => Number(a === '') - Number(b === '') || compare(a, b);

type CrowdRows = Exclude<MatrixRows, 'people' | 'keys'>;

/** As written, without blanks around it; empty for none. */
export const written = (column: 'department' | 'job_title') =>
  sql<string>`coalesce(btrim(${sql.ref(`person.${column}`)}), '')`;

const peopleOf = sql`string_agg(person.id::text, ' ') as people`;

const crowdsOf: Record<CrowdRows, (people: RawBuilder<boolean>) => RawBuilder<Crowd>> = {
  departments: (people) => sql`
    select ${written('job_title')} as value, ${written('department')} as within, ${peopleOf}
    from person where ${people} group by 1, 2`,
  job_titles: (people) => sql`
    select ${written('job_title')} as value, '' as within, ${peopleOf} from person where ${people} group by 1`,
  groups: (people) => sql`
    select person_group.id::text as value, person_group.name as within, ${peopleOf}
    from person cross join unnest(group_ids) as group_id join person_group on person_group.id = group_id
    where ${people} and group_ids <> '{}' group by 1, 2
    union all
    select '', '', ${peopleOf} from person where ${people} and group_ids = '{}' having count(*) > 0`,
};

async function listCrowds({ db, viewer }: Reader, { rows, sources }: Pick<Asked, 'sources'> & { rows: CrowdRows }) {
  const people = sql<boolean>`person.active and person.connection_id = any(${[...sources]}::uuid[])
    and ${visibleTo(viewer, 'people')}`;
  return (await crowdsOf[rows](people).execute(db)).rows;
}
