import { type JobTitleProfile, type PagingQuery, pageOf } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { type Reader, visibleTo } from '#platform/visible-to';
import { listProfiles, listRules, type RuleRow } from '../plans/service';

type JobTitleOfSource = { connection_id: string; job_title: string };

/** Access profiles that the rules about a job title name, in the plans of a source. */
export async function readJobTitleProfiles(
  reader: Reader,
  { connection_id, job_title }: JobTitleOfSource,
  query: PagingQuery,
) {
  const { offset, limit } = pageOf(query, { standard: 100, max: 1_000 });
  const items: JobTitleProfile[] = [];
  for (const plan of await listPlansOf(reader, connection_id)) {
    const rules = (await listRules(reader, { keyplan_ids: [plan.id] })).filter((rule) => isAbout(rule, job_title));
    items.push(...(await listProfilesOf(reader, plan, rules)));
  }
  items.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
  return { items: items.slice(offset, offset + limit), total: items.length, limit, offset };
}

type Plan = { id: string; name: string; is_active: boolean };

const listPlansOf = ({ db, viewer }: Reader, connectionId: string): Promise<Plan[]> =>
  db
    .selectFrom('key_plan as plan')
    .innerJoin('key_plan_iam_connection as link', 'link.keyplan_id', 'plan.id')
    .select(['plan.id', 'plan.name', 'plan.is_active'])
    .where('link.connection_id', '=', connectionId)
    .where(visibleTo(viewer, 'key_plans'))
    .execute();

/** As rules are matched: whatever the case and the spaces. */
const isAbout = ({ subjects }: RuleRow, jobTitle: string): boolean =>
  subjects.some(
    ({ subject_type, subject_identifier }) =>
      subject_type === 'job_title' && foldText(subject_identifier) === foldText(jobTitle),
  );

async function listProfilesOf(reader: Reader, plan: Plan, rules: readonly RuleRow[]): Promise<JobTitleProfile[]> {
  if (rules.length === 0) return [];
  const profiles = await listProfiles(reader, plan.id);
  return profiles.flatMap(({ id, name, cylinders }) => {
    const naming = rules.filter(({ objects }) => objects.some((object) => object.object_identifier === id));
    if (naming.length === 0) return [];
    const shown = naming.map((rule) => ({
      id: rule.id,
      name: rule.name,
      is_active: plan.is_active && rule.is_active,
      subject_match: rule.subject_match,
      isEnough: rule.subject_match === 'any' || rule.subjects.length === 1,
    }));
    const is_granted = shown.some(({ is_active, isEnough }) => is_active && isEnough);
    return [{ id, name, keyplan_id: plan.id, keyplan_name: plan.name, cylinders, is_granted, rules: shown }];
  });
}
