import type { RightCells } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import type { RunData } from './run-data';

/** What was decided of findings: rights to leave out of a draft, and cells to give newly. Of people and doors that were read. */
export async function decidedCells(
  db: Db,
  run_id: string,
  { people, cylinders }: Pick<RunData, 'people' | 'cylinders'>,
): Promise<{ removed: RightCells; added: RightCells }> {
  const rows = await db
    .selectFrom('generator_finding')
    .select(['person_id', 'cylinder_id', 'decision'])
    .distinct()
    .where('run_id', '=', run_id)
    .where('decision', 'in', ['remove', 'add'])
    .execute();
  const [personOf, cylinderOf] = [numbers(people), numbers(cylinders)];
  const cellsOf = (wanted: string): RightCells => {
    const cells = rows.flatMap(({ person_id, cylinder_id, decision }) => {
      const [person, cylinder] = [personOf.get(person_id ?? ''), cylinderOf.get(cylinder_id ?? '')];
      return decision === wanted && person !== undefined && cylinder !== undefined ? [{ person, cylinder }] : [];
    });
    return {
      people: Int32Array.from(cells, ({ person }) => person),
      cylinders: Int32Array.from(cells, ({ cylinder }) => cylinder),
    };
  };
  return { removed: cellsOf('remove'), added: cellsOf('add') };
}

const numbers = (ids: readonly string[]) => new Map(ids.map((id, number) => [id, number]));
