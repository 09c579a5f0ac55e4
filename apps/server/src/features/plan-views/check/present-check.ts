import type { PlanFinding as Presented } from '@key2xs/contract';
import type { PlanFinding, RuleFacts } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Reader } from '#platform/visible-to';
import { nameSubjects } from '../../people/service';
import { listRuleVersions, type NamedObject, nameObjects } from '../../plans/service';

/** Findings with the names of rules, people and doors, each as a sentence. */
export async function presentFindings(
  reader: Reader,
  rules: readonly RuleFacts[],
  findings: readonly PlanFinding[],
): Promise<Presented[]> {
  const { db, language } = reader;
  const versions = await listRuleVersions(
    db,
    rules.map(({ id }) => id),
  );
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const names = await nameObjects(
    reader,
    findings.flatMap(({ objects = [] }) => objects),
  );
  const namedSubject = await nameSubjects(
    reader,
    findings.flatMap(({ subject }) => subject ?? []),
  );
  const ruleOf = (id: string | undefined) => {
    const rule = byId.get(id ?? '');
    return rule ? { id: rule.id, name: rule.name, version: versions.get(rule.id) ?? 0 } : null;
  };
  return findings.map((finding) => {
    const { kind, subject, nearest = null, objects = [], count = null, breadth = null } = finding;
    const named = {
      rule: ruleOf(finding.rule_id),
      other_rule: ruleOf(finding.other_rule_id),
      subject: subject ? namedSubject(subject) : null,
    };
    const hasSubjects = (byId.get(finding.rule_id ?? '')?.subjects.length ?? 0) > 0;
    const sentence = sentences[kind]({ ...finding, ...named, hasSubjects });
    return {
      kind,
      message: renderSentence(sentence, language),
      ...named,
      nearest,
      count,
      breadth,
      objects: objects.map((object) => ({ ...object, ...(names.get(object.object_identifier) ?? unnamed) })),
      repairs: finding.repairs,
    } as Presented; // whatever a rule names came in by the contract
  });
}

const unnamed: NamedObject = { name: '', place: null };

type Spoken = Omit<PlanFinding, 'subject'> &
  Pick<Presented, 'rule' | 'other_rule' | 'subject'> & { hasSubjects: boolean };

const rulesOf = ({ rule, other_rule }: Spoken) => ({ rule: rule?.name ?? '', other: other_rule?.name ?? '' });

const ofUnknown = (finding: Spoken): Sentence =>
  say(`planCheck.unknown.${finding.subject?.subject_type ?? 'group'}`, {
    ...rulesOf(finding),
    value: finding.subject?.name ?? '',
  });

const sentences: Record<PlanFinding['kind'], (finding: Spoken) => Sentence> = {
  over_broad_rule: (finding) => {
    const { people = 0, of_people = 0, doors = 0, of_doors = 0, protected_doors = 0 } = finding.breadth ?? {};
    const { rule } = rulesOf(finding);
    const said = { rule, people: say('planCheck.people', { count: people }), ofPeople: of_people };
    return protected_doors > 0
      ? say('planCheck.protectedDoors', { ...said, doors: say('planCheck.doors', { count: protected_doors }) })
      : say('planCheck.overBroad', { ...said, doors: say('planCheck.doors', { count: doors }), ofDoors: of_doors });
  },
  schedule_conflict: (finding) => say('planCheck.scheduleConflict', { ...rulesOf(finding), count: finding.count ?? 0 }),
  missing_object: (finding) => say('planCheck.missing', { ...rulesOf(finding), count: finding.count ?? 0 }),
  unknown_subject: ofUnknown,
  unused_subject: (finding) =>
    finding.other_rule
      ? say('planCheck.successor', { unknown: ofUnknown(finding), other: finding.other_rule.name })
      : say('planCheck.unused', { unknown: ofUnknown(finding) }),
  rule_without_people: (finding) =>
    say(finding.hasSubjects ? 'planCheck.nobodyTogether' : 'planCheck.noSubjects', rulesOf(finding)),
  rule_without_doors: (finding) => say('planCheck.noDoors', rulesOf(finding)),
  people_without_rights: ({ subject, count = 0 }) =>
    subject
      ? say('planCheck.withoutRights', { count, department: subject.name })
      : say('planCheck.noDepartment', { count }),
  cylinder_nobody_opens: ({ count = 0 }) => say('planCheck.nobodyOpens', { count }),
  unplaced_cylinder: ({ count = 0 }) => say('planCheck.unplaced', { count }),
  shadowed_rule: (finding) => say('planCheck.shadowed', rulesOf(finding)),
  redundant_rule: (finding) => say('planCheck.redundant', rulesOf(finding)),
};
