import type { RuleObject, RuleSubject } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { namedPlaceIds } from '../../locations/relation';
import { peopleOf } from '../../people/relation';

type Parts = { subjects: readonly RuleSubject[]; objects: readonly RuleObject[] };
/** A rule as it is without what the reader may not see. */
export type Hide = <Rule extends Parts>(rule: Rule) => Rule;

/** Of rules as versions keep them: without people, doors and places outside the reader's scope. One query of each kind. */
export async function hidingParts(reader: Reader, rules: readonly Parts[]): Promise<Hide> {
  const { scope } = reader.viewer;
  if (scope === null) return (rule) => rule;
  const users = idsOf(
    rules.flatMap(({ subjects }) =>
      subjects.flatMap((one) => idIf(one.subject_type === 'user', one.subject_identifier)),
    ),
  );
  const objects = idsOf(rules.flatMap((rule) => rule.objects.map((one) => one.object_identifier)));
  const places = namedPlaceIds(reader);
  const { rows } = await sql<{ id: string }>`
    select id::text from ${peopleOf(reader)} where id::text = any(${users}::text[])
    union all select id::text from ${doorsOf(reader)} where id = any(${objects}::uuid[])
    union all select id::text from location where id = any(${objects}::uuid[]) and ${places ? sql`id in ${places}` : sql`true`}`.execute(
    reader.db,
  );
  const shown = new Set(rows.map(({ id }) => id));
  const isShownSubject = ({ subject_type, subject_identifier: id }: RuleSubject) =>
    subject_type !== 'user' || scope.departments === null || shown.has(id);
  const isShownObject = ({ object_type, object_identifier: id }: RuleObject) =>
    (object_type !== 'cylinder' && object_type !== 'location') || scope.places === null || shown.has(id);
  return (rule) => ({
    ...rule,
    subjects: rule.subjects.filter(isShownSubject),
    objects: rule.objects.filter(isShownObject),
  });
}

const idIf = (isMeant: boolean, id: string) => (isMeant ? [id] : []);
const idsOf = (ids: readonly string[]) => [...new Set(ids)];
