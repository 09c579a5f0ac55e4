import { type AccessIndex, hasBit, type IndexedRule, listBits, peopleInRow } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { locationPath } from '../../locations/service';
import { peopleOf } from '../../people/relation';
import { getKeyPlan, indexDraft } from '../../plans/service';
import { getWizard } from './wizard-queries';

const maxShown = 500;

/** Doors that a person could open by the draft of a wizard. @throws AppError not_found, also before there is a draft */
export async function doorsOfPerson(deps: Deps, reader: Reader, { id, person_id }: { id: string; person_id: string }) {
  const { index, rules } = await rulesOfDraft(deps, reader, id);
  const person = index.people.numberOf.get(person_id);
  const row = person === undefined ? undefined : index.people.rowOf[person];
  const speaking = row === undefined ? [] : rules.filter((rule) => hasBit(rule.rows, row));
  const numbers = new Set(speaking.flatMap(({ cylinders }) => [...listBits(cylinders)]));
  const ids = [...numbers].map((number) => index.doors.ids[number] ?? '');
  const doors = await reader.db
    .selectFrom(doorsOf(reader))
    .select(['id', 'marking', shownName('cylinder').as('name'), locationPath('location_id').as('location_path')])
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .where('deleted_at', 'is', null)
    .orderBy('marking')
    .limit(maxShown)
    .execute();
  const opening = (doorId: string) => {
    const number = index.doors.numberOf.get(doorId) ?? -1;
    return speaking.filter(({ cylinders }) => hasBit(cylinders, number));
  };
  return { items: doors.map((door) => ({ ...door, because: namesOf(opening(door.id)) })), total: ids.length };
}

/** People who could open a door by the draft of a wizard. @throws AppError not_found, also before there is a draft */
export async function peopleOfDoor(
  deps: Deps,
  reader: Reader,
  { id, cylinder_id }: { id: string; cylinder_id: string },
) {
  const { index, rules } = await rulesOfDraft(deps, reader, id);
  const door = index.doors.numberOf.get(cylinder_id);
  const opening = door === undefined ? [] : rules.filter(({ cylinders }) => hasBit(cylinders, door));
  const rows = new Set(opening.flatMap((rule) => [...listBits(rule.rows)]));
  const ids = [...rows].flatMap((row) => [...peopleInRow(index.people, row)]).map((n) => index.people.ids[n] ?? '');
  const people = await reader.db
    .selectFrom(peopleOf(reader))
    .select(['id', 'display_name', 'employee_id', 'department', 'job_title'])
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .orderBy('display_name')
    .orderBy('id')
    .limit(maxShown)
    .execute();
  const speaking = (personId: string) => {
    const row = index.people.rowOf[index.people.numberOf.get(personId) ?? -1] ?? 0;
    return opening.filter((rule) => hasBit(rule.rows, row));
  };
  return { items: people.map((one) => ({ ...one, because: namesOf(speaking(one.id)) })), total: ids.length };
}

const namesOf = (rules: readonly IndexedRule[]) => rules.map(({ rule }) => rule.name).sort();

/** The rules of the draft among everything, as if it were in force. */
async function rulesOfDraft(
  deps: Deps,
  reader: Reader,
  id: string,
): Promise<{ index: AccessIndex; rules: IndexedRule[] }> {
  const { keyplan_id } = await getWizard(reader, id);
  if (!keyplan_id) throw notFound('key_plan');
  const { index } = await indexDraft(deps, reader, await getKeyPlan(reader, keyplan_id));
  return {
    index,
    rules: index.rules.flatMap((rule) => (rule?.plan.id === keyplan_id && rule.rule.is_active ? [rule] : [])),
  };
}
