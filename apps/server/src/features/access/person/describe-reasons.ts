import type { AccessReason, RuleSubject } from '@key2xs/contract';
import type { GrantReason, PathStep } from '@key2xs/domain';
import type { AccessDescriptions } from '#platform/access-descriptions';
import type { Reader } from '#platform/visible-to';
import { nameSubjects } from '../../people/service';
import { partsAt } from '../past/parts-at';
import { listLastChanges, listNames, unknownChange } from '../queries';
import type { Moment } from '../refuse-unknown';

type Describe = (reason: GrantReason) => AccessReason;
type Reasons = readonly GrantReason[];

/** Gives reasons of now the names of what they lead through, and the last changes of their rules. */
export async function describeReasons(descriptions: AccessDescriptions, reasons: Reasons): Promise<Describe> {
  const steps = distinctSteps(reasons);
  const idsOf = (type: PathStep['object_type']) => steps.flatMap((step) => (step.object_type === type ? step.id : []));
  const [doors, places] = [await descriptions.doors(idsOf('cylinder')), await descriptions.places(idsOf('location'))];
  const groups = await descriptions.groups(idsOf('cylinder_group'));
  const profiles = await descriptions.profiles(idsOf('access_profile'));
  const rules = await descriptions.rules([...new Set(reasons.map(({ rule_id }) => rule_id))]);
  const nameOf = {
    cylinder: (id: string) => doors.get(id)?.name,
    location: (id: string) => places.get(id)?.name,
    cylinder_group: (id: string) => groups.get(id),
    access_profile: (id: string) => profiles.get(id),
  };
  const named = await keptSubjectNames(
    descriptions,
    reasons.flatMap(({ matched }) => matched),
  );
  return (reason) => ({
    ...reason,
    ...(rules.get(reason.rule_id) ?? unknownChange),
    matched: reason.matched.map(named),
    windows: [...reason.windows],
    path: reason.path.map(({ object_type, id }) => ({ object_type, id, name: nameOf[object_type](id) ?? '' })),
  });
}

/** The same for a moment in the past, of which nothing is kept. */
export async function describePastReasons(reader: Reader, { at }: Moment, reasons: Reasons): Promise<Describe> {
  const { db } = reader;
  const parts = partsAt(new Date(at));
  const names = await listNames(db, parts, distinctSteps(reasons));
  const changes = await listLastChanges(db, parts, [...new Set(reasons.map(({ rule_id }) => rule_id))]);
  const named = await nameSubjects(
    reader,
    reasons.flatMap(({ matched }) => matched),
  );
  return (reason) => ({
    ...reason,
    ...(changes.get(reason.rule_id) ?? unknownChange),
    matched: reason.matched.map(named),
    windows: [...reason.windows],
    path: reason.path.map(({ object_type, id }) => ({ object_type, id, name: names.get(id) ?? '' })),
  });
}

const distinctSteps = (reasons: Reasons): PathStep[] => [
  ...new Map(reasons.flatMap(({ path }) => path.map((step) => [`${step.object_type} ${step.id}`, step]))).values(),
];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As `nameSubjects` names them. */
async function keptSubjectNames({ people, peopleGroups }: AccessDescriptions, subjects: readonly RuleSubject[]) {
  const idsOf = (type: RuleSubject['subject_type']) => [
    ...new Set(
      subjects.flatMap(({ subject_type, subject_identifier: id }) =>
        subject_type === type && uuid.test(id) ? id : [],
      ),
    ),
  ];
  const [users, groups] = [await people(idsOf('user')), await peopleGroups(idsOf('group'))];
  const nameOf = ({ subject_type, subject_identifier: id }: RuleSubject) =>
    subject_type === 'user' ? users.get(id)?.display_name : subject_type === 'group' ? groups.get(id) : undefined;
  return (subject: RuleSubject) => ({ ...subject, name: nameOf(subject) ?? subject.subject_identifier });
}
