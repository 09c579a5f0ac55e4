import type { RightCells } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import type { RunData } from './run-data';

/** A decision on a finding about the right of a person to a door. */
export type Decided = {
  person_id?: string | null | undefined;
  cylinder_id?: string | null | undefined;
  decision: string;
};

/** Rights to leave out of a draft, and cells to give newly. */
export const readDecided = (db: Db, run_id: string): Promise<Decided[]> =>
  db
    .selectFrom('generator_finding')
    .select(['person_id', 'cylinder_id', 'decision'])
    .distinct()
    .where('run_id', '=', run_id)
    .where('decision', 'in', ['remove', 'add'])
    .execute();

/** Of people and doors that were read. */
export function cellsOfDecided(
  decided: readonly Decided[],
  { people, cylinders }: Pick<RunData, 'people' | 'cylinders'>,
): { removed: RightCells; added: RightCells } {
  const [personOf, cylinderOf] = [numbers(people), numbers(cylinders)];
  const cellsOf = (wanted: string): RightCells => {
    const cells = decided.flatMap(({ person_id, cylinder_id, decision }) => {
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
