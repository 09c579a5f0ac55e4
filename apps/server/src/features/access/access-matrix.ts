import type { AccessMatrixQuestion, AccessMatrixWindow } from '@key2xs/contract';
import { type AccessIndex, accessMatrix, accessWindow, countAccess, peopleInRow, subjectKey } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';

/**
 * A window of the matrix of people and cylinders: the desired layer.
 * @throws AppError not_found for a person or cylinder that is not there
 */
export async function readAccessMatrix(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  { person_ids, cylinder_ids, departments, job_titles, at }: AccessMatrixQuestion,
): Promise<AccessMatrixWindow> {
  const { index, revision } = await access.current(reader);
  const people = person_ids.map((id) => index.people.numberOf.get(id));
  if (!areAll(people)) throw notFound('person');
  const cylinders = cylinder_ids.map((id) => doorOf(index, id));
  if (!areAll(cylinders)) throw notFound('cylinder');
  const epochMs = at === undefined ? undefined : Date.parse(at);
  const lines = accessWindow(index, { people, cylinders }, epochMs);
  const count = (type: 'department' | 'job_title', values: readonly string[]) =>
    countLines(index, { type, values, cylinders }, epochMs);
  return {
    layer: 'desired',
    at: at ?? null,
    revision,
    people: person_ids.map((person_id, i) => ({ person_id, may_open: lines[i] ?? '' })),
    departments: count('department', departments),
    job_titles: count('job_title', job_titles),
  };
}

const areAll = (numbers: readonly (number | undefined)[]): numbers is number[] => !numbers.includes(undefined);

function doorOf({ doors }: AccessIndex, id: string): number | undefined {
  const number = doors.numberOf.get(id);
  return number === undefined || !doors.facts[number] ? undefined : number;
}

type Values = { type: 'department' | 'job_title'; values: readonly string[]; cylinders: readonly number[] };

/** How many of the people with each value may open each cylinder. */
function countLines(index: AccessIndex, { type, values, cylinders }: Values, epochMs: number | undefined) {
  if (values.length === 0) return [];
  const lines = values.map(
    (value) => index.people.rowsByKey.get(subjectKey({ subject_type: type, subject_identifier: value }))?.rows ?? [],
  );
  const columnOf = new Int32Array(index.doors.ids.length).fill(-1);
  for (const [column, cylinder] of cylinders.entries()) columnOf[cylinder] = column; // the last, if asked about twice
  const counts = countAccess(accessMatrix(index, epochMs), index, { lines, columnOf, columns: cylinders.length });
  return values.map((value, line) => ({
    value,
    people: (lines[line] ?? []).reduce((sum, row) => sum + peopleInRow(index.people, row).length, 0),
    may_open: cylinders.map((cylinder) => counts[line * cylinders.length + (columnOf[cylinder] ?? -1)] ?? 0),
  }));
}
