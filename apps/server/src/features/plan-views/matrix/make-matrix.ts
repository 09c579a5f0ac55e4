import { createHash, type Hash } from 'node:crypto';
import { type MatrixGrant, type MatrixRows, matrixSide, matrixVia, type TimeRestriction } from '@key2xs/contract';
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
import type { JsonText } from '#platform/database/json-text';
import type { Deps } from '#platform/deps';
import { inSlices, mapInSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { indexSides, type KeyPlanRow, loadContents, type Sides } from '../../plans/service';
import type { RecordedProfile, RecordedProfiles } from '../../recorded/service';

/** The factors of a matrix by ids, and as the answer has them. */
export type MadeMatrix = {
  /** Equal for matrices with equal classes. */
  state: string;
  people: Classes & Pick<AccessIndex['people'], 'numbering' | 'changes'>;
  doors: Classes;
  /** Fields of the answer as JSON, without braces. */
  text: string;
  until: number;
  /** The last whole answer of each kind of rows, compressed, and the number of keys in it. */
  answers: Map<MatrixRows, { keys: number; text: JsonText }>;
};

/** Who or which doors are of which class, by number; below 0: of none. */
export type Classes = { numberOf: ReadonlyMap<string, number>; classes: Int32Array };

export const classIn = ({ numberOf, classes }: Classes, id: string | null): number | undefined => {
  const found = classes[numberOf.get(id ?? '') ?? -1] ?? -1;
  return found < 0 ? undefined : found;
};

type MatrixRequest = { reader: Pick<Reader, 'viewer'>; plan: KeyPlanRow; sides: Sides };

/** @throws AppError not_found for a version that the plan does not have */
export async function makeMatrix(
  { db, access, clock, readRecorded }: Pick<Deps, 'db' | 'access' | 'clock'> & { readRecorded: ReadRecorded },
  { reader, plan, sides }: MatrixRequest,
): Promise<MadeMatrix> {
  const contents = await loadContents(db, plan, sides);
  const { before, after } = await indexSides(access, { reader, plan, sides }, contents);
  const systems = await listDoorsBySystem({ ...reader, db });
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

async function listDoorsBySystem(reader: Pick<Reader, 'db' | 'viewer'>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ connection_id: string; ids: string }>`
    select connection_id, string_agg(id::text, ' ') as ids from ${doorsOf(reader)} where deleted_at is null group by 1`.execute(
    reader.db,
  );
  return new Map(rows.map(({ connection_id, ids }) => [connection_id, ids.split(' ')]));
}

/** Of these key systems, with members by their numbers in this index. */
export type ReadRecorded = (
  people: AccessIndex['people'],
  connectionIds: readonly string[],
) => Promise<RecordedProfiles>;

type Recorded = { index: AccessIndex; planId: string; doors: Bits; systems: ReadonlyMap<string, string[]> };

/** A grant for each recorded profile, and one for the doors of key systems whose recorded people are unknown. */
async function loadRecorded(read: ReadRecorded, { index, planId, doors, systems }: Recorded): Promise<RecordedGrant[]> {
  const isOfMatrix = (number: number) => hasBit(doors, number);
  const doorsOf = new Map([...systems].map(([id, ids]) => [id, numbersOf(index, ids).filter(isOfMatrix)]));
  const asked = [...doorsOf].filter(([, numbers]) => numbers.length > 0).map(([id]) => id);
  const { profiles, unread } = await read(index.people, asked);
  const sources = new Set(index.plans.get(planId)?.iam_connection_ids);
  const isRowOfPlan = index.people.rows.map(({ connection_id }) => sources.has(connection_id));
  const isOfPlan = (person: number) => isRowOfPlan[index.people.rowOf[person] ?? 0] === true;
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
      people: profile.people,
      doors: new Map(vias),
    };
  };
  const found = await mapInSlices(profiles, grantOf);
  const reaching = found.filter(({ people, doors }) => doors.size > 0 && Array.prototype.some.call(people, isOfPlan));
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
  yield* addClasses(hash, people.ids, factors.classOfPerson);
  yield* addClasses(hash, doors.ids, factors.classOfDoor);
  const { numbering, changes, numberOf } = people;
  return {
    state: hash.digest('base64url').slice(0, 22),
    people: { numbering, changes, numberOf, classes: factors.classOfPerson },
    doors: { numberOf: doors.numberOf, classes: factors.classOfDoor },
    text,
    until: factors.until,
    answers: new Map(),
  };
}

/** Of those that have one; in the order of their numbers. */
function* addClasses(hash: Hash, ids: readonly string[], classes: Int32Array) {
  for (let from = 0; from < ids.length; from += sliceSize) {
    const rendered = ids.slice(from, from + sliceSize).map((id, i) => {
      const one = classes[from + i] ?? -1;
      return one < 0 ? '' : `${id}${one} `;
    });
    hash.update(rendered.join(''));
    yield;
  }
}

const sliceSize = 1_024;

function textOf({ grants, doorClasses, peopleClasses }: MatrixFactors): string {
  const hours: TimeRestriction[][] = [[]];
  const numbers = new Map([['[]', 0]]);
  const numberOf = (windows: readonly TimeRestriction[]): number => {
    const key = JSON.stringify(windows);
    const number = numbers.get(key) ?? hours.push([...windows]) - 1;
    numbers.set(key, number);
    return number;
  };
  const rendered = grants.map(({ windows, ...grant }): MatrixGrant => ({ ...grant, hours: numberOf(windows) }));
  const fields = { hours, grants: rendered, column_classes: doorClasses, row_classes: peopleClasses };
  return JSON.stringify(fields).slice(1, -1);
}
