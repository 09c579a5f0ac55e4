import { type AsOfSubject, maxRightsAsOf } from '@key2xs/contract';
import {
  type AccessIndex,
  type Certainty,
  type DoorReason,
  evaluateAccess,
  hasDoor,
  isValidAt,
  peopleOfDoors,
  subjectKey,
} from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { readOpenedThen } from '../../effective-access/service';
import { peopleOf } from '../../people/relation';
import { locateDoors } from '../doors/asked-doors';
import { refuseAsked, refuseOutside } from '../doors/refuse-asked';
import { readMemoryOfLayers } from '../past/memory';
import { type Moment, refuseUnknown } from '../refuse-unknown';
import { listRecordedThen } from './recorded-then';

export type AskedAsOf<Of extends string = AsOfSubject> = { of: Of; id: string; at?: string | undefined };

/** A person and a door, and what each layer said of them. */
export type RightThen = {
  person_id: string;
  cylinder_id: string;
  desired: boolean;
  open_then: boolean;
  recorded: Certainty;
  effective: Certainty;
  keys: readonly string[];
  reasons: readonly Reason[];
};

export type Reason = Pick<
  DoorReason,
  'keyplan_id' | 'keyplan_name' | 'rule_id' | 'rule_name' | 'windows' | 'open_now'
> & {
  /** The rule names the person. */
  is_exception: boolean;
};

export type RightsThen = {
  moment: Moment;
  rights: readonly RightThen[];
  /** When each layer begins to be known. */
  desiredSince: string;
  layersSince: string;
};

/** Clocks of clients and of this server may differ by as much. */
const clockMarginMs = 60_000;

type Wanted = { open_then: boolean; reasons: readonly Reason[] };
type Desired = Map<string, Map<string, Wanted>>;

/**
 * Who could open what at a moment, by what plans said, what key systems had recorded, and what keys opened. Of a moment to come,
 * only what plans say is known.
 * @throws AppError not_found, past_not_kept, conflict for too many rights
 */
export async function readRightsThen(
  { access, clock }: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  { at, ...asked }: AskedAsOf<AsOfSubject | 'group'>,
): Promise<RightsThen> {
  if (!sees(reader.viewer, 'access')) throw notFound('record');
  await refuseOutside(reader, asked);
  const { index, revision: _, ...moment } = await access.at(at, reader);
  // At once: the index of now is patched in place.
  const desired = desiredOf(index, asked, moment);
  const doors = doorsAsked(index, asked);
  const isKnown = asked.of === 'person' ? index.people.numberOf.has(asked.id) : doors !== undefined;
  if (!isKnown) {
    if (asked.of === 'person') await refuseUnknown(reader, moment, 'person', asked.id);
    else await refuseAsked(reader, { of: asked.of, id: asked.id }, moment);
  }
  const { kept_since, layers_since } = await readMemoryOfLayers(reader.db);
  const then = new Date(moment.at);
  const isToCome = at !== undefined && then.getTime() > clock().getTime() + clockMarginMs;
  const isPresent = moment.as_of === 'now' && !isToCome;
  const areLayersKept = isPresent || (then.getTime() >= layers_since.getTime() && !isToCome);
  const wanted = doors ?? [];
  const person = asked.of === 'person' ? asked.id : undefined;
  const recorded = areLayersKept
    ? await listRecordedThen(reader.db, person ? { person } : { doors: wanted }, then)
    : undefined;
  const opened = await readOpenedThen(reader, {
    at: then,
    isPresent,
    person,
    doors: person ? await allDoors(reader) : wanted,
    isHolderKnown: areLayersKept,
  });
  const pairs = new Map<string, Set<string>>();
  let count = 0;
  const add = (who: string, door: string) => {
    const known = pairs.get(who) ?? new Set();
    if (known.has(door)) return;
    if (++count > maxRightsAsOf) throw new AppError('conflict', say('asOf.tooMany', { most: maxRightsAsOf }));
    pairs.set(who, known.add(door));
  };
  for (const [who, found] of desired) for (const door of found.keys()) add(who, door);
  for (const [who, found] of recorded?.doorsOf ?? []) for (const door of found) add(who, door);
  for (const [who, door] of opened.pairs) add(who, door);
  const systems = await systemsOf(reader, [...new Set([...pairs.values()].flatMap((found) => [...found]))]);
  const recordedOf = (who: string, door: string): Certainty => {
    if (!recorded) return 'not_known';
    if (recorded.doorsOf.get(who)?.has(door)) return 'yes';
    const system = systems.get(door) ?? '';
    return recorded.uncertainIn.get(who)?.has(system) || recorded.unread.has(system) ? 'not_known' : 'no';
  };
  const seen = await seenPeople(reader, [...pairs.keys()]);
  const rights = [...pairs].flatMap(([who, found]) =>
    seen && !seen.has(who)
      ? []
      : [...found].flatMap((door): RightThen[] => {
          if (!systems.has(door)) return []; // outside of what the reader may see, or of a removed key system
          const by = desired.get(who)?.get(door);
          return [
            {
              person_id: who,
              cylinder_id: door,
              desired: by !== undefined,
              open_then: by?.open_then ?? false,
              recorded: recordedOf(who, door),
              effective: opened.of(who, door),
              keys: opened.keysOf(who, door),
              reasons: by?.reasons ?? [],
            },
          ];
        }),
  );
  return { moment, rights, desiredSince: kept_since.toISOString(), layersSince: layers_since.toISOString() };
}

/** The ids of the doors; undefined for a person, and for what the index does not know. */
function doorsAsked(index: AccessIndex, { of, id }: AskedAsOf<AsOfSubject | 'group'>): string[] | undefined {
  if (of === 'person') return undefined;
  return locateDoors(index, { of, id })?.doors.map((number) => index.doors.ids[number] ?? '');
}

function desiredOf(index: AccessIndex, { of, id }: AskedAsOf<AsOfSubject | 'group'>, { at }: Moment): Desired {
  const epochMs = Date.parse(at);
  const desired: Desired = new Map();
  const add = (
    who: string,
    door: string,
    { open_now, reasons }: { open_now: boolean; reasons: readonly DoorReason[] },
  ) => {
    const counted = oncePerRule(reasons.filter((reason) => isWithinDates(reason, epochMs)));
    if (counted.length === 0) return;
    const found = desired.get(who) ?? new Map<string, Wanted>();
    const named = counted.map((reason) => ({ ...reason, is_exception: namesPerson(index, reason.rule_id, who) }));
    desired.set(who, found.set(door, { open_then: open_now, reasons: named }));
  };
  if (of === 'person') {
    for (const grant of evaluateAccess(index, id, at))
      if (hasDoor(index, grant.cylinder_id)) add(id, grant.cylinder_id, grant);
    return desired;
  }
  let count = 0;
  for (const number of locateDoors(index, { of, id })?.doors ?? []) {
    const door = index.doors.ids[number] ?? '';
    for (const { people, ...given } of peopleOfDoors(index, { doors: [number] }, epochMs)) {
      for (const person of people) {
        if (++count > maxRightsAsOf) throw new AppError('conflict', say('asOf.tooMany', { most: maxRightsAsOf }));
        add(index.people.ids[person] ?? '', door, given);
      }
    }
  }
  return desired;
}

/** A rule whose dates are over, or to come, gives nothing. Outside its weekly hours it does. */
const isWithinDates = ({ windows }: Pick<Reason, 'windows'>, epochMs: number): boolean =>
  windows.length === 0 || windows.some((window) => isValidAt(window, epochMs));

function namesPerson({ rules, ruleNumberOf }: AccessIndex, ruleId: string, person: string): boolean {
  const key = subjectKey({ subject_type: 'user', subject_identifier: person });
  return rules[ruleNumberOf.get(ruleId) ?? -1]?.subjectKeys.includes(key) ?? false;
}

const oncePerRule = <T extends { rule_id: string }>(reasons: readonly T[]): T[] => [
  ...new Map(reasons.map((reason) => [reason.rule_id, reason])).values(),
];

async function allDoors(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select cylinder.id from ${doorsOf(reader)} where not is_planned`.execute(
    reader.db,
  );
  return rows.map(({ id }) => id);
}

/** The key systems of those of the doors that the reader may see, deleted ones too. */
async function systemsOf(reader: Reader, doors: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; connection_id: string | null }>`
    select cylinder.id, connection_id from ${doorsOf(reader)} where cylinder.id = any(${`{${doors.join()}}`}::uuid[])`.execute(
    reader.db,
  );
  return new Map(rows.map(({ id, connection_id }) => [id, connection_id]));
}

/** Undefined for readers without a scope: they also see that there was someone who has been erased since. */
async function seenPeople(reader: Reader, people: readonly string[]): Promise<Set<string> | undefined> {
  if (reader.viewer.scope === null) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from ${peopleOf(reader)} where id = any(${`{${people.join()}}`}::uuid[])`.execute(reader.db);
  return new Set(rows.map(({ id }) => id));
}
