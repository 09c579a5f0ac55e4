import {
  type AdoptedTexts,
  type DesiredKeySystem,
  desiredPerson,
  type IndexedRule,
  type KeySystemGap,
  leavePersonAsAdopted,
  measuringGap,
  mergesHours,
  type NamedPerson,
  putPersonSides,
  type RecordedKeySystem,
} from '@key2xs/domain';
import type { RecordedGap } from '#platform/deps';
import { type DriftRow, type RecordedPersons, unsettledOf } from '../recorded/service';
import type { Sides } from '../sync/service';

export type GapToMeasure = Pick<Sides, 'desired' | 'known' | 'rules' | 'doors' | 'adopted'> & {
  recorded: RecordedKeySystem;
  drift: readonly DriftRow[];
};

/** Changes of a person made there, and how many of them differ from the plans. */
type PersonDrift = { rows: readonly DriftRow[]; differing: number };

/** A gap with what is needed to follow people who change. */
export type MeasuredGap = {
  gap: KeySystemGap;
  recordedPersons: number;
  changedThere: number;
  until: number;
  /** Whose profiles are desired; undefined where a plan merges hours, because profiles depend on people then. */
  rules: readonly Pick<IndexedRule, 'rule' | 'plan' | 'subjectKeys'>[] | undefined;
  profiles: DesiredKeySystem['profiles'];
  adopted: AdoptedTexts['persons'];
  drift: Map<string, PersonDrift>;
};

/** What a sync would write, and its effect on people and doors. Yields often. */
export function* measureGap(
  { desired, recorded, drift, known, rules, doors, adopted }: GapToMeasure,
  now: number,
): Generator<undefined, MeasuredGap> {
  const references = new Set(desired.profiles.map(({ reference }) => reference));
  const isFollowed = !rules.some(({ plan }) => mergesHours(plan));
  const wanted = rules.filter(({ rule }) => references.has(rule.id));
  return {
    gap: yield* measuringGap({ desired, recorded, known }, doors),
    recordedPersons: recorded.persons.length,
    changedThere: unsettledOf(drift, desired).length,
    until: nextBoundary(rules, now),
    rules: isFollowed ? wanted.map(({ rule, plan, subjectKeys }) => ({ rule, plan, subjectKeys })) : undefined,
    profiles: desired.profiles,
    adopted: adopted.persons,
    drift: driftByPerson(drift, desired),
  };
}

/** What may have changed about people: as the plans want them, whether we know them, and what is recorded. */
export type ChangedPeople = {
  ids: Iterable<string>;
  people: readonly NamedPerson[];
  known: ReadonlySet<string>;
  recorded: RecordedPersons;
};

/** Updates a gap for people who have changed. @returns false if it has to be measured again */
export function followPeople(measured: MeasuredGap, { ids, people, known, recorded }: ChangedPeople): boolean {
  const { gap, rules } = measured;
  if (!rules) return false;
  const byId = new Map(people.map((person) => [person.id, person]));
  for (const reference of ids) {
    const person = byId.get(reference);
    const { desired, wanted } = person ? desiredPerson(rules, person) : { desired: undefined, wanted: [] };
    putPersonSides(gap, {
      reference,
      desired: desired && leavePersonAsAdopted(desired, recorded.persons.get(reference), measured.adopted),
      recorded: recorded.persons.get(reference),
      isKnown: known.has(reference),
      wanted,
      held: recorded.held.get(reference) ?? [],
    });
    followDrift(measured, reference, {
      persons: desired ? [desired] : [],
      profiles: measured.profiles,
      members: new Map(wanted.map((profile) => [profile, new Set([reference])])),
    });
  }
  return true;
}

function followDrift(measured: MeasuredGap, person: string, desired: DesiredKeySystem): void {
  const before = measured.drift.get(person);
  if (!before) return;
  const differing = unsettledOf(before.rows, desired).length;
  measured.changedThere += differing - before.differing;
  measured.drift.set(person, { ...before, differing });
}

function driftByPerson(drift: readonly DriftRow[], desired: DesiredKeySystem): Map<string, PersonDrift> {
  const rowsOf = new Map<string, DriftRow[]>();
  for (const row of drift) {
    const { person_reference: person } = row;
    if (person !== null) rowsOf.set(person, [...(rowsOf.get(person) ?? []), row]);
  }
  return new Map([...rowsOf].map(([person, rows]) => [person, { rows, differing: unsettledOf(rows, desired).length }]));
}

export function presentGap({ gap: { totals }, recordedPersons, changedThere, until }: MeasuredGap): RecordedGap {
  return {
    writes: totals.writes,
    recordedPersons,
    peopleLosing: totals.peopleLosing,
    rightsToWithdraw: totals.rightsLost,
    peopleGaining: totals.peopleGaining,
    rightsToGrant: totals.rightsGained,
    peopleAtOtherHours: totals.peopleAtOtherHours,
    changedThere,
    until,
  };
}

/** When the next window of a rule starts or ends. */
function nextBoundary(rules: GapToMeasure['rules'], now: number): number {
  const moments = rules.flatMap(({ rule }) =>
    rule.time_restrictions.flatMap(({ valid_from, valid_until }) =>
      [valid_from, valid_until].flatMap((moment) => (moment === null ? [] : [Date.parse(moment)])),
    ),
  );
  return moments.reduce((next, moment) => (moment > now && moment < next ? moment : next), Number.POSITIVE_INFINITY);
}
