import type { GeneratorInput, GeneratorSettings } from '@key2xs/contract';
import {
  type AccessRelation,
  driftingProfiles,
  type HeldProfile,
  type MiningInput,
  type RightHours,
} from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { Db, Deps } from '#platform/deps';
import { currentSnapshot, withSnapshot } from '../../access/service';
import { listHolders, listSystems, listUsed } from '../../recorded/service';
import { type Crowd, type NamedAttribute, readCrowd } from './crowd';
import { type Doors, doorsNamed, placeOfDoors, readDoors } from './doors';
import { addOfLockingPlan } from './locking-plan-access';
import { addOfPlan } from './plan-access';
import { readPrevious } from './previous';
import { addRecorded, linkHolders } from './recorded-access';
import { type Orphan, Rights, relationInSlices, type Warning } from './rights';

/** What a run works on; kept with it, so that it can begin again and be proven. */
export type RunInput = {
  people: string[];
  cylinders: string[];
  mining: MiningInput;
  /** When the rights of the relation hold; null: all of them always. */
  hours: RightHours | null;
  /** What the rights rest on today. */
  profiles: HeldProfile[];
  names: InputNames;
};

/** How values and doors are called. */
export type InputNames = {
  /** Of the values of each attribute. */
  values: readonly (readonly string[])[];
  places: readonly string[];
  placeOf: Int32Array;
};

export type ReadInput = RunInput & {
  summary: GeneratorInput;
  /** A snapshot of the database. */
  revision: string;
  warnings: Warning[];
  orphans: Orphan[];
  drifting: Drifting[];
};

/** A profile some of whose people do not share what most do. */
export type Drifting = { sentence: Sentence; share: number; location_id: string | null };

const dayMs = 86_400_000;

type Needs = Pick<Deps, 'db' | 'access' | 'clock'>;

/** Reads access, people and doors as they are in one moment. */
export async function readInput(
  { db, access, clock }: Needs,
  settings: GeneratorSettings,
  languageModel: string | null,
): Promise<ReadInput> {
  const { index } = await access.whole();
  return withSnapshot(db, async (tx) => {
    const revision = await currentSnapshot(tx);
    const systems = await systemsOf(tx, settings);
    const crowd = await readCrowd(tx, settings);
    const doors = await readDoors(tx, index, settings.scope, systems?.map(({ id }) => id) ?? null);
    const rights = new Rights(crowd, doors);
    const { source } = settings;
    if (source.kind === 'plan') await addOfPlan(tx, rights, source.keyplan_id, clock());
    else if (source.kind === 'locking_plan') await addOfLockingPlan(tx, rights, source.key_system_connection_id);
    else await addRecorded(tx, rights, systems ?? []);
    const { relation, hours } = await rights.relation();
    const named = (objects: GeneratorSettings['needs_approval']) => doorsNamed(index, doors, objects);
    const used = await readUsed(tx, rights, settings, clock());
    const needsApproval = new Uint8Array(doors.ids.length);
    for (const door of named(settings.needs_approval)) needsApproval[door] = 1;
    const mining: MiningInput = {
      relation,
      attributes: crowd.attributes.map(({ names: _, ...attribute }) => attribute),
      protectionClass: doors.protectionClass,
      needsApproval,
      neverBoth: settings.never_both.map(({ first, second }) => ({ first: named(first), second: named(second) })),
      used,
      previous: await readPrevious(tx, settings.previous_run_id, { crowd, doors }),
    };
    const { warnings, orphans, profiles } = rights;
    return {
      people: crowd.ids,
      cylinders: doors.ids,
      mining,
      hours,
      profiles,
      names: { values: crowd.attributes.map(({ names }) => names), places: doors.places, placeOf: doors.placeOf },
      summary: {
        revision,
        read_at: clock().toISOString(),
        people: crowd.ids.length,
        cylinders: doors.ids.length,
        rights: relation.list.length,
        people_unknown: orphans.length,
        rights_orphaned: orphans.reduce((sum, { doors: count }) => sum + count, 0),
        attributes: crowd.attributes.map(summaryOf),
        language_model: languageModel,
      },
      revision,
      warnings,
      orphans,
      drifting: driftingOf(rights, mining),
    };
  });
}

function driftingOf({ profiles, crowd, doors }: Rights, mining: MiningInput): Drifting[] {
  return driftingProfiles(mining, profiles).flatMap(({ profile: at, condition, people: count }) => {
    const profile = profiles[at];
    if (!profile) return [];
    const { name, people, cylinders } = profile;
    const value = crowd.attributes[condition.attribute]?.names[condition.value] ?? '';
    const sentence = say('generator.findings.drifting', { name, value, count, all: people.length });
    return [{ sentence, share: count / people.length, location_id: placeOfDoors(doors, cylinders) }];
  });
}

/** The key systems that are read; null: the doors of all, because the source is a plan. */
async function systemsOf(tx: Db, { source }: GeneratorSettings) {
  if (source.kind === 'plan') return null;
  const systems = await listSystems(tx);
  const { key_system_connection_id: only } = source;
  return systems.filter(({ id }) => only === null || id === only);
}

function summaryOf({ name, values, start }: NamedAttribute) {
  const withNone = start.subarray(1).reduce((count, end, person) => count + (end === start[person] ? 1 : 0), 0);
  return { name, values, people_without: withNone };
}

async function readUsed(
  tx: Db,
  { crowd, doors, warnings }: Rights,
  { used_within_days: days }: GeneratorSettings,
  now: Date,
): Promise<AccessRelation | null> {
  if (days === null) return null;
  const systems = (await listSystems(tx)).map(({ id }) => id);
  const used = systems.length > 0 ? await listUsed(tx, systems, new Date(now.getTime() - days * dayMs)) : null;
  if (!used) {
    warnings.push({ code: 'no_events', sentence: say('generator.warnings.noEvents') });
    return null;
  }
  const holders = await linkHolders(tx, await listHolders(tx, systems));
  return relationInSlices(crowd.ids.length, doors.ids.length, rowsOfUsed({ crowd, doors }, used, holders));
}

function rowsOfUsed(
  { crowd, doors }: { crowd: Crowd; doors: Doors },
  used: readonly { holder: string; doors: string }[],
  holders: Awaited<ReturnType<typeof linkHolders>>,
): number[][] {
  const rows: number[][] = [];
  for (const { holder, doors: opened } of used) {
    const person = crowd.numberOf.get(holders.get(holder)?.person ?? '');
    if (person === undefined || person >= crowd.outside) continue;
    const row = rows[person] ?? [];
    rows[person] = row;
    for (const id of opened.split(' ')) {
      const door = doors.numberOf.get(id);
      if (door !== undefined) row.push(door);
    }
  }
  return rows;
}
