import type { AccessRefusal } from '@key2xs/contract';
import { type AccessIndex, explainRefusal, isOutOfAccess, type Miss } from '@key2xs/domain';
import type { AccessDescriptions } from '#platform/access-descriptions';
import type { Reader } from '#platform/visible-to';
import { nameSubjects } from '../../people/service';
import { listRecordedOf } from '../../recorded/service';
import type { Moment } from '../refuse-unknown';
import { recordedStateOf } from './evaluate-person';
import { seesSubject } from './seen-subjects';

export type Refused = Pick<AccessRefusal, 'person'> & { misses: readonly Miss[] };
/** Numbers of the index; undefined for what was not there yet. */
type Pair = { person: number | undefined; cylinder: number | undefined };

/** What the index says against a pair. */
export function refuse(reader: Reader, index: AccessIndex, { person, cylinder }: Pair): Refused {
  if (person === undefined) return { person: 'unknown', misses: [] };
  const state = isOutOfAccess(index, person) ? 'inactive' : 'active';
  const misses = cylinder === undefined ? [] : explainRefusal(index, { person, cylinder });
  const isSeen = seesSubject(reader, index);
  return { person: state, misses: misses.map((miss) => ({ ...miss, subjects: miss.subjects.filter(isSeen) })) };
}

type RefusalQuestion = {
  reader: Reader;
  descriptions: AccessDescriptions;
  person_id: string;
  cylinder_id: string;
  moment: Moment;
};

export async function describeRefusal(
  { person, misses }: Refused,
  { reader, descriptions, person_id, cylinder_id, moment }: RefusalQuestion,
): Promise<AccessRefusal> {
  const named = await nameSubjects(
    reader,
    misses.flatMap(({ subjects }) => subjects),
  );
  const rules = misses.map(({ rule: { rule, plan }, why, subjects }) => ({
    keyplan_id: plan.id,
    keyplan_name: plan.name,
    rule_id: rule.id,
    rule_name: rule.name,
    windows: [...rule.time_restrictions],
    why,
    subjects: subjects.map(named),
    needs: rule.subject_match,
  }));
  if (moment.as_of === 'past') return { person, recorded: 'unknown', rules };
  const door = (await descriptions.doors([cylinder_id])).get(cylinder_id);
  const recorded = await listRecordedOf(descriptions, [person_id]);
  return { person, recorded: door ? recordedStateOf(recorded, person_id, door) : 'unknown', rules };
}
