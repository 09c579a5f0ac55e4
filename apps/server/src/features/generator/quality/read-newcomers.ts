import type { GeneratorSettings, PlanNewcomers } from '@key2xs/contract';
import { type Newcomers, newDoors, newPeople } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { asProduct, type Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { peopleOf } from '../../people/relation';
import type { KeyPlanRow } from '../../plans/service';
import { unpackIds } from '../packing';
import { listDoors } from '../suggestions/describe-suggestion';

const maxOpen = 50;

/**
 * People and doors that came after the run that drafted the plan, and which of its rules those like them have.
 * @returns null where no run drafted it, or one that read only some departments or places
 */
export async function readNewcomers(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  plan: KeyPlanRow,
): Promise<PlanNewcomers | null> {
  const run = await findDraftingRun(reader.db, plan.id);
  if (!run?.input || isPartial(run.settings)) return null;
  const ids = await listDoorIds(reader.db, plan);
  const { index } = await access.whole();
  const planId = plan.id;
  const connectionIds = plan.iam_connections.map(({ id }) => id);
  const people = newPeople(index, { planId, known: new Set(unpackIds(run.people)), connectionIds });
  const doors = newDoors(index, { planId, known: new Set(unpackIds(run.cylinders)), ids });
  const persons = await listPersons(reader, people);
  const places = await listDoors(reader, listOpen(doors));
  return {
    since: run.input.read_at,
    people: { ...people, open: openWith(people, persons) },
    doors: {
      ...doors,
      open: openWith(doors, places).map(({ protection_class: _, ...door }) => door),
    },
  };
}

const findDraftingRun = (db: Db, planId: string) =>
  db
    .selectFrom('generator_run as run')
    .innerJoin('generator_data as data', 'data.run_id', 'run.id')
    .select(['run.settings', 'run.input', 'data.people', 'data.cylinders'])
    .where('run.drafted_key_plan_id', '=', planId)
    .orderBy('run.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** People outside its scope would look new. */
const isPartial = ({ scope }: GeneratorSettings): boolean => Object.values(scope).some((only) => only.length > 0);

async function listDoorIds(db: Db, { key_system_connections }: KeyPlanRow): Promise<string[]> {
  const systems = key_system_connections.map(({ id }) => id);
  const rows = await db
    .selectFrom(doorsOf(asProduct(db)))
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`connection_id = any(${systems}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

const listOpen = ({ open }: Newcomers): string[] => open.slice(0, maxOpen).map(({ id }) => id);

const openWith = <T extends { id: string }>({ open }: Newcomers, known: ReadonlyMap<string, T>) =>
  open.slice(0, maxOpen).flatMap((one) => {
    const named = known.get(one.id);
    return named ? [{ ...named, ...one }] : [];
  });

async function listPersons(reader: Reader, people: Newcomers) {
  const rows = await reader.db
    .selectFrom(peopleOf(reader))
    .select(['id', 'display_name as name', 'department', 'job_title'])
    .where(sql<boolean>`id = any(${listOpen(people)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
