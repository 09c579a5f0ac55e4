import type { AccessDifference, DifferenceReason, NamedSubject, RuleSubject } from '@key2xs/contract';
import { type AccessGrant, type AccessIndex, evaluateAccess, subjectKey, unmatchedSubjects } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { nameSubjects } from '../../people/service';
import { seesSubject } from './seen-subjects';

type Pair = { person_id: string; other_id: string };
type ReasonWithSubjects = Omit<DifferenceReason, 'subjects'> & { subjects: RuleSubject[] };

/** Why one of two people may open what the other may not: the desired layer. @throws AppError not_found */
export async function readDifference(
  { access, clock }: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  { person_id, other_id }: Pair,
): Promise<AccessDifference> {
  if (!sees(reader.viewer, 'access')) throw notFound('person');
  const { index } = await access.current(reader);
  const at = clock().toISOString();
  const [one, other] = [person_id, other_id].map((id) => {
    if (!index.people.numberOf.has(id)) throw notFound('person');
    return { id, grants: evaluateAccess(index, id, at) };
  });
  if (!one || !other) throw new Error('there are two of them');
  const [ofOne, ofOther] = [only(one.grants, other.grants), only(other.grants, one.grants)];
  const isSeen = seesSubject(reader, index);
  const seen = (reasons: ReasonWithSubjects[]) =>
    reasons.map((one) => ({ ...one, subjects: one.subjects.filter(isSeen) }));
  const found = [seen(groupReasons(index, ofOne, other.id)), seen(groupReasons(index, ofOther, one.id))] as const;
  const name = await nameSubjects(
    reader,
    found.flat().flatMap(({ subjects }) => subjects),
  );
  return {
    layer: 'desired',
    both: one.grants.length - ofOne.length,
    person_only: ofOne.length,
    other_only: ofOther.length,
    person_reasons: found[0].map((reason) => named(reason, name)),
    other_reasons: found[1].map((reason) => named(reason, name)),
  };
}

function only(grants: readonly AccessGrant[], others: readonly AccessGrant[]): AccessGrant[] {
  const known = new Set(others.map(({ cylinder_id }) => cylinder_id));
  return grants.filter(({ cylinder_id }) => !known.has(cylinder_id));
}

const named = (reason: ReasonWithSubjects, name: (subject: RuleSubject) => NamedSubject): DifferenceReason => ({
  ...reason,
  subjects: reason.subjects.map(name),
});

/** Together what the other lacks in the same way. */
function groupReasons(index: AccessIndex, grants: readonly AccessGrant[], otherId: string): ReasonWithSubjects[] {
  const { people, rules, ruleNumberOf } = index;
  const other = people.numberOf.get(otherId) ?? -1;
  const found = new Map<string, ReasonWithSubjects>();
  for (const { reasons } of grants) {
    const [reason] = reasons;
    if (!reason) continue;
    const needs = rules[ruleNumberOf.get(reason.rule_id) ?? -1]?.rule.subject_match ?? 'any';
    const subjects = unmatchedSubjects(index, other, reason.matched);
    const key = `${needs} ${subjects.map(subjectKey).sort().join()}`;
    const group = found.get(key) ?? { subjects, needs, doors: 0, rules: [] };
    found.set(key, group);
    group.doors++;
    if (!group.rules.some(({ id }) => id === reason.rule_id))
      group.rules.push({ id: reason.rule_id, name: reason.rule_name, keyplan_id: reason.keyplan_id });
  }
  return [...found.values()].sort((a, b) => b.doors - a.doors);
}
