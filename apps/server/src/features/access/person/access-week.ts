import type { AccessWeek, AccessWeekQuestion, AccessWeekRow, RuleSubject } from '@key2xs/contract';
import {
  type AccessIndex,
  countBits,
  grantingRules,
  peopleInRows,
  type RuleInWeek,
  rulesInWeek,
  rulesOfPerson,
  type StepOfWeek,
  stepsOfWeek,
  subjectKey,
} from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { nameSubjects } from '../../people/service';
import { locateDoors } from '../doors/asked-doors';
import { refuseAsked, refuseOutside } from '../doors/refuse-asked';
import { partsAt, partsInForce } from '../past/parts-at';
import { listLastChanges, listNames, unknownChange } from '../queries';
import { type Moment, refuseUnknown } from '../refuse-unknown';
import { personThen } from './person-then';
import { seesSubject } from './seen-subjects';

/** What is found in the index, before anything is named. */
type WeekData = { rows: RuleInWeek[]; keys: readonly string[] | undefined; steps: StepOfWeek[]; people: string[] };

/**
 * When in the week of a moment a person may open doors, or people a door or the doors of a place: the desired layer.
 * @throws AppError not_found, past_not_kept
 */
export async function readAccessWeek(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  { at, ...asked }: AccessWeekQuestion,
): Promise<AccessWeek> {
  if (!sees(reader.viewer, 'access')) throw notFound('record');
  await refuseOutside(reader, asked);
  const { index, revision: _, ...moment } = await access.at(at, reader);
  const epochMs = Date.parse(moment.at);
  const found = asked.of === 'person' ? ofPerson(index, asked.id, epochMs) : ofDoors(index, asked, epochMs);
  const seen = found?.rows.map(seenIn(seesSubject(reader, index))) ?? [];
  if (!found) await refuse(reader, asked, moment);
  const { keys, steps, people } = found ?? { keys: undefined, steps: [], people: [] };
  return {
    ...asked,
    layer: 'desired',
    ...moment,
    rows: await describe(reader, moment, { rows: seen, keys }),
    people: steps,
    departments: await countDepartments(reader, moment, people),
  };
}

/** Decided before the index is patched. */
const seenIn =
  (isSeen: (subject: RuleSubject) => boolean) =>
  (row: RuleInWeek): RuleInWeek => {
    const { rule } = row.indexed;
    return { ...row, indexed: { ...row.indexed, rule: { ...rule, subjects: rule.subjects.filter(isSeen) } } };
  };

function ofPerson(index: AccessIndex, id: string, epochMs: number): WeekData | undefined {
  const person = index.people.numberOf.get(id);
  if (person === undefined) return undefined;
  const row = index.people.rowOf[person] ?? 0;
  const rows = rulesInWeek(index, { rules: rulesOfPerson(index, person), epochMs });
  return { rows, keys: index.people.rows[row]?.keys ?? [], steps: [], people: [] };
}

type Place = { of: 'cylinder' | 'location'; id: string };

function ofDoors(index: AccessIndex, asked: AccessWeekQuestion, epochMs: number): WeekData | undefined {
  const located = locateDoors(index, asked as Place); // a person is asked about above
  if (!located) return undefined;
  const among = new Int32Array((index.doors.ids.length + 31) >>> 5);
  for (const door of located.doors) among[door >>> 5] = (among[door >>> 5] ?? 0) | (1 << (door & 31));
  const inWeek = rulesInWeek(index, { rules: grantingRules(index), among, epochMs });
  const rows = inWeek.filter(({ people }) => people > 0);
  const reached = new Set<number>();
  for (const { indexed } of rows) for (const one of peopleInRows(index.people, indexed.rows)) reached.add(one);
  const people = [...reached].map((number) => index.people.ids[number] ?? '');
  return { rows, keys: undefined, steps: stepsOfWeek(index, rows), people };
}

async function refuse(reader: Reader, { of, id }: AccessWeekQuestion, moment: Moment): Promise<void> {
  if (of === 'person') return refuseUnknown(reader, moment, 'person', id);
  return refuseAsked(reader, { of, id }, moment);
}

async function describe(
  reader: Reader,
  { at, as_of }: Moment,
  { rows, keys }: Pick<WeekData, 'rows' | 'keys'>,
): Promise<AccessWeekRow[]> {
  const { db } = reader;
  const parts = as_of === 'now' ? partsInForce : partsAt(new Date(at));
  const steps = rows.flatMap(({ through }) =>
    through.map(({ object_type, object_identifier: id }) => ({ object_type, id })),
  );
  const names = await listNames(db, parts, steps);
  const named = await nameSubjects(
    reader,
    rows.flatMap(({ indexed }) => indexed.rule.subjects),
  );
  const changes = await listLastChanges(
    db,
    parts,
    rows.map(({ indexed }) => indexed.rule.id),
  );
  return rows.map(({ indexed: { rule, plan }, minutes: _, doors, through, ...row }) => ({
    ...row,
    keyplan_id: plan.id,
    keyplan_name: plan.name,
    rule_id: rule.id,
    rule_name: rule.name,
    ...(changes.get(rule.id) ?? unknownChange),
    subjects: rule.subjects.filter((subject) => keys?.includes(subjectKey(subject)) ?? true).map(named),
    through: through.map(({ object_type, object_identifier: id }) => ({ object_type, id, name: names.get(id) ?? '' })),
    doors: countBits(doors),
    windows: [...rule.time_restrictions],
  }));
}

/** By the department of the moment; people without one count together. */
async function countDepartments(
  reader: Reader,
  moment: Moment,
  ids: readonly string[],
): Promise<AccessWeek['departments']> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AccessWeek['departments'][number]>`
    select nullif(trim(${personThen(moment, 'department')}), '') as name, count(*)::int as people
    from ${peopleOf(reader)} where id = any(${`{${ids.join()}}`}::uuid[])
    group by 1 order by people desc, name`.execute(reader.db);
  return rows;
}
