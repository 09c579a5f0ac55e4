import { createHash, type Hash } from 'node:crypto';
import { type MatrixGrant, matrixSide, matrixVia, type TimeRestriction } from '@key2xs/contract';
import {
  type AccessIndex,
  type Bits,
  doorsOfMatrix,
  hasBit,
  type MatrixFactors,
  matrixFactors,
  type RecordedGrant,
} from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { inSlices, mapInSlices } from '#platform/in-slices';
import type { RecordedProfile } from '../../recorded/service';
import type { KeyPlanRow } from '../plan-queries';
import type { Sides } from '../versions/comparison';
import { indexSides, loadContents } from '../versions/index-sides';
import type { ReadRecorded } from './kept-recorded';

/** The factors of a matrix by ids, and as the answer has them. */
export type MadeMatrix = {
  /** Equal for matrices with equal classes. */
  state: string;
  classOfPerson: ReadonlyMap<string, number>;
  classOfDoor: ReadonlyMap<string, number>;
  /** Fields of the answer as JSON, without braces. */
  text: string;
  until: number;
};

type Asked = { plan: KeyPlanRow; sides: Sides };

/** @throws AppError not_found for a version that the plan does not have */
export async function makeMatrix(
  { db, access, clock, readRecorded }: Pick<Deps, 'db' | 'access' | 'clock'> & { readRecorded: ReadRecorded },
  { plan, sides }: Asked,
): Promise<MadeMatrix> {
  const contents = await loadContents(db, plan, sides);
  const { before, after } = await indexSides(access, { plan, sides }, contents);
  const systems = await listDoorsBySystem(db);
  const linked = plan.key_system_connections.flatMap(({ id }) => numbersOf(after, systems.get(id) ?? []));
  const doors = doorsOfMatrix({ before, after, planId: plan.id }, linked);
  const recorded = await loadRecorded(readRecorded, { index: after, planId: plan.id, doors, systems });
  const epochMs = clock().getTime();
  const factors = await inSlices(matrixFactors({ before, after, planId: plan.id, doors, recorded, epochMs }));
  return inSlices(asMade(after, factors));
}

const numbersOf = ({ doors: { numberOf, facts } }: AccessIndex, ids: readonly string[]): number[] =>
  ids.flatMap((id) => {
    const number = numberOf.get(id);
    return number !== undefined && facts[number] ? [number] : [];
  });

async function listDoorsBySystem(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ connection_id: string; ids: string }>`
    select connection_id, string_agg(id::text, ' ') as ids from cylinder where deleted_at is null group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ connection_id, ids }) => [connection_id, ids.split(' ')]));
}

type Recorded = { index: AccessIndex; planId: string; doors: Bits; systems: ReadonlyMap<string, string[]> };

/** A grant for each recorded profile, and one for the doors of key systems of which nobody knows whom they have recorded. */
async function loadRecorded(read: ReadRecorded, { index, planId, doors, systems }: Recorded): Promise<RecordedGrant[]> {
  const isOfMatrix = (number: number) => hasBit(doors, number);
  const doorsOf = new Map([...systems].map(([id, ids]) => [id, numbersOf(index, ids).filter(isOfMatrix)]));
  const asked = [...doorsOf].filter(([, numbers]) => numbers.length > 0).map(([id]) => id);
  const { profiles, unread } = await read(asked);
  const sources = new Set(index.plans.get(planId)?.iam_connection_ids);
  const isOfPlan = (person: number) =>
    sources.has(index.people.rows[index.people.rowOf[person] ?? 0]?.connection_id ?? '');
  const anyVia = (system: string) => (doorsOf.get(system) ?? []).map((number) => [number, 0] as const);
  const grantOf = (profile: RecordedProfile): RecordedGrant => {
    const vias = profile.isKnown
      ? [...viasOf(index, profile)].filter(([n]) => isOfMatrix(n))
      : anyVia(profile.connection_id);
    return {
      rule_id: null,
      name: profile.name,
      keyplan_id: index.rules[index.ruleNumberOf.get(profile.reference) ?? -1]?.plan.id ?? null,
      sides: profile.isKnown ? matrixSide.recorded : matrixSide.unknown,
      windows: profile.schedule.map((window) => ({ ...window, valid_from: null, valid_until: null })),
      people: profile.people
        .split(' ')
        .flatMap((id) => index.people.numberOf.get(id) ?? [])
        .filter(isOfPlan),
      doors: new Map(vias),
    };
  };
  const found = await mapInSlices(profiles, grantOf);
  const reaching = found.filter((grant) => grant.people.length > 0 && grant.doors.size > 0);
  if (unread.size === 0) return reaching;
  const everybody = [...index.people.numberOf.values()].filter(isOfPlan);
  const unknown = { rule_id: null, name: '', keyplan_id: null, sides: matrixSide.unknown, windows: [] };
  return [...reaching, { ...unknown, people: everybody, doors: new Map([...unread].flatMap(anyVia)) }];
}

function viasOf(index: AccessIndex, { doors, groupDoors }: RecordedProfile): Map<number, number> {
  const vias = new Map(numbersOf(index, doors).map((number) => [number, matrixVia.door as number]));
  for (const number of numbersOf(index, groupDoors)) vias.set(number, (vias.get(number) ?? 0) | matrixVia.group);
  return vias;
}

function* asMade({ people, doors }: AccessIndex, factors: MatrixFactors): Generator<undefined, MadeMatrix> {
  const text = textOf(factors);
  yield;
  const hash = createHash('sha256').update(text);
  yield;
  const classOfPerson = yield* classesById(people.ids, factors.classOfPerson, hash);
  const classOfDoor = yield* classesById(doors.ids, factors.classOfDoor, hash);
  const state = hash.digest('base64url').slice(0, 22);
  return { state, classOfPerson, classOfDoor, text, until: factors.until };
}

/** Of those that have one; in the order of their numbers. */
function* classesById(ids: readonly string[], classes: Int32Array, hash: Hash) {
  const found = new Map<string, number>();
  for (const [number, id] of ids.entries()) {
    if (number % 1_024 === 0) yield;
    const one = classes[number] ?? -1;
    if (one < 0) continue;
    found.set(id, one);
    hash.update(`${id}${one} `);
  }
  return found;
}

function textOf({ grants, doorClasses, peopleClasses }: MatrixFactors): string {
  const hours: TimeRestriction[][] = [[]];
  const numbers = new Map([['[]', 0]]);
  const numberOf = (windows: readonly TimeRestriction[]): number => {
    const key = JSON.stringify(windows);
    const number = numbers.get(key) ?? hours.push([...windows]) - 1;
    numbers.set(key, number);
    return number;
  };
  const told = grants.map(({ windows, ...grant }): MatrixGrant => ({ ...grant, hours: numberOf(windows) }));
  const fields = { hours, grants: told, column_classes: doorClasses, row_classes: peopleClasses };
  return JSON.stringify(fields).slice(1, -1);
}
