import { maxCrossing, type PlanFigures } from '@key2xs/contract';
import {
  type AccessIndex,
  columnsByPlace,
  copyAccess,
  crossAccess,
  crowdsOfPlan,
  listBits,
  type PlaceColumn,
  peopleByHour,
  sumCrowds,
} from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import {
  compareContents,
  departmentLines,
  describePlace,
  getKeyPlan,
  listDepartments,
  listPlaces,
  loadSide,
  patchIndex,
} from '../../plans/service';
import { measureRules } from './measure-rules';
import { countTotals } from './plan-totals';

/** @throws AppError not_found */
export async function readFigures(deps: Deps, reader: Reader, keyplanId: string): Promise<PlanFigures> {
  const { db } = reader;
  const plan = await getKeyPlan(reader, keyplanId);
  const side = plan.is_active || plan.pending_changes === 0 ? 'in_force' : 'draft';
  const changes = compareContents(await loadSide(db, plan, 'in_force'), await loadSide(db, plan, side));
  const places = await listPlaces(reader);
  const totals = await countTotals(reader, plan.id);
  const at = deps.clock();
  const index = copyAccess((await deps.access.current(reader)).index); // before anybody else patches it
  patchIndex(index, changes);
  const crowds = await inSlices(crowdsOfPlan(index, plan.id));
  const departments = await listDepartments(
    reader,
    crowds.map(({ person }) => index.people.ids[person] ?? ''),
  );
  const named = crowds.map((crowd) => ({
    ...crowd,
    name: departments.get(index.people.ids[crowd.person] ?? '') ?? null,
  }));
  return {
    keyplan_id: plan.id,
    at: at.toISOString(),
    side,
    version: plan.version_in_force,
    ...sumCrowds(crowds),
    ...totals,
    ...crossFigures(index, spelledAlike(named), (column) => describePlace(column, places)),
    ...measureRules(index, { planId: plan.id, totals, places }),
    by_hour: peopleByHour(crowds, at.getTime()),
  };
}

type Crowds = ReturnType<typeof crowdsOfPlan> extends Generator<undefined, infer T> ? T : never;
type NamedCrowd = Crowds[number] & { name: string | null };

/** One spelling for each department, however its people write it. */
function spelledAlike(crowds: readonly NamedCrowd[]): NamedCrowd[] {
  const names = new Map<string, string | null>();
  for (const { department, name } of crowds) if (!names.has(department)) names.set(department, name);
  return crowds.map((crowd) => ({ ...crowd, name: names.get(crowd.department) ?? null }));
}

type Describe = (column: PlaceColumn) => ReturnType<typeof describePlace>;

function crossFigures(index: AccessIndex, crowds: readonly NamedCrowd[], describe: Describe) {
  const doors = index.doors.ids.length;
  const rightsAt = new Float64Array(doors);
  const weights = new Map<string | null, number>();
  for (const { name, people, doors: opened } of crowds) {
    const numbers = listBits(opened);
    for (const door of numbers) rightsAt[door] = (rightsAt[door] ?? 0) + people;
    weights.set(name, (weights.get(name) ?? 0) + people * numbers.length);
  }
  const { columns, columnOf } = columnsByPlace(index.doors, (door) => rightsAt[door] ?? 0, maxCrossing);
  const { lines, lineOf } = departmentLines(weights);
  const alike = crowds.map(({ name, people, doors: opened }) => ({ line: lineOf(name), people, doors: opened }));
  const crossed = crossAccess(alike, { lines: lines.length, columns: columns.length + 1, columnOf });
  const byPlace = crossAccess(
    alike.map((crowd) => ({ ...crowd, line: 0 })),
    { lines: 1, columns: columns.length + 1, columnOf },
  );
  const width = columns.length + 1; // the last one has the doors that no person may open
  return {
    departments: lines.map((line, i) => {
      const own = alike.filter((crowd) => crowd.line === i);
      return { ...line, ...sumCrowds(crowds.filter(({ name }) => lineOf(name) === i)), of_people: sumPeople(own) };
    }),
    places: columns.map((column, i) => ({
      ...describe(column),
      people: byPlace.people[i] ?? 0,
      rights: byPlace.rights[i] ?? 0,
      ...doorsOfColumn(index, { column: i, columnOf, rightsAt }),
    })),
    crossings: [...crossed.rights].flatMap((rights, at) =>
      rights > 0
        ? [{ department: Math.floor(at / width), place: at % width, people: crossed.people[at] ?? 0, rights }]
        : [],
    ),
  };
}

const sumPeople = (crowds: readonly { people: number }[]) => crowds.reduce((sum, { people }) => sum + people, 0);

type Column = { column: number; columnOf: Int32Array; rightsAt: Float64Array };

function doorsOfColumn({ doors: { facts } }: AccessIndex, { column, columnOf, rightsAt }: Column) {
  const own = [...columnOf.keys()].filter((door) => columnOf[door] === column && facts[door] !== undefined);
  return { of_doors: own.length, doors: own.filter((door) => (rightsAt[door] ?? 0) > 0).length };
}
