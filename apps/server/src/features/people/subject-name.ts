import type { RuleSubject } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from './relation';

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const id = sql`case when subject.subject_identifier ~ ${sql.lit(uuid)} then subject.subject_identifier::uuid end`;

/**
 * Display name of a rule's subject: people and groups by name, titles and departments as the rule has them. Over a
 * table `subject` with type and identifier.
 */
export const subjectName = (reader: Pick<Reader, 'viewer'>) => sql<string>`coalesce(
  case subject.subject_type
    when 'user' then (select display_name from ${peopleOf(reader)} where person.id = ${id})
    when 'group' then (select name from person_group where person_group.id = ${id})
  end, subject.subject_identifier)`;

/** The same for subjects that are in no table. A deleted person is shown by the identifier. */
export async function nameSubjects(
  reader: Reader,
  subjects: readonly RuleSubject[],
): Promise<(subject: RuleSubject) => RuleSubject & { name: string }> {
  const byId = [
    ...new Map(
      subjects.flatMap((one) =>
        one.subject_type === 'user' || one.subject_type === 'group' ? [[one.subject_identifier, one] as const] : [],
      ),
    ).values(),
  ];
  const names = new Map<string, string>();
  if (byId.length > 0) {
    const { rows } = await sql<RuleSubject & { name: string }>`
      select subject.*, ${subjectName(reader)} as name from jsonb_to_recordset(${JSON.stringify(byId)}::jsonb)
        as subject(subject_type text, subject_identifier text)`.execute(reader.db);
    for (const { subject_identifier, name } of rows) names.set(subject_identifier, name);
  }
  return (subject) => ({ ...subject, name: names.get(subject.subject_identifier) ?? subject.subject_identifier });
}
