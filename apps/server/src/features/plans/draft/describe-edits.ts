import type { DraftEdit, RuleObject, RuleSubject } from '@key2xs/contract';
import type { IndexedRule, PlannedEdit } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { RuleContent } from '#platform/schema/schema';
import type { PlanContent } from '../content/sides';

export type Names = { object: (object: RuleObject) => string; subject: (subject: RuleSubject) => string };

type Described = {
  draft: PlanContent;
  edits: readonly DraftEdit[];
  /** What they were written from, one each. */
  planned: readonly PlannedEdit[];
  names: Names;
  /** People besides those asked about who gain or lose doors. */
  others: number;
  grant: boolean;
};

const mostNamed = 4;

/** What each edit does, one sentence or two each, and then whom else it concerns. */
export function describeEdits({ draft, edits, planned, names, others, grant }: Described): Sentence[] {
  const sentences = edits.flatMap((edit, i): Sentence[] => {
    if (edit.kind === 'add_rule') return [describeNew(draft, edit, { names, planned: planned[i] })];
    const rule = draft.rules.get(edit.rule_id);
    if (!rule) return [];
    if (edit.kind === 'remove_rule') return [say('draftEdit.removed', { rule: rule.name })];
    return [...describeDoors(rule, edit, names), ...describePeople(rule, edit, names)];
  });
  const isByName = !grant && edits.some((edit) => edit.kind !== 'remove_rule' && addsPeople(draft, edit));
  return [
    ...sentences,
    ...(isByName ? [say('draftEdit.byName')] : []),
    ...(others > 0 ? [say(grant ? 'draftEdit.othersGain' : 'draftEdit.othersLose', { count: others })] : []),
  ];
}

/** Rules of other plans that open some of the doors for some of the people. */
export const describeElsewhere = (rules: readonly IndexedRule[]): Sentence[] =>
  rules.slice(0, mostNamed).map(({ rule, plan }) => say('draftEdit.elsewhere', { rule: rule.name, plan: plan.name }));

type Added = Extract<DraftEdit, { kind: 'add_rule' }>;
type Changed = Extract<DraftEdit, { kind: 'change_rule' }>;

function describeNew(
  draft: PlanContent,
  { rule }: Added,
  { names, planned }: { names: Names; planned: PlannedEdit | undefined },
) {
  const from = planned?.kind === 'add_rule' ? draft.rules.get(planned.from ?? '') : undefined;
  const said = { rule: rule.name ?? '', people: peopleOf(rule, names), doors: some(rule.objects.map(names.object)) };
  if (from) return say('draftEdit.kept', { ...said, from: from.name });
  return say(rule.time_restrictions.length > 0 ? 'draftEdit.addedAtHours' : 'draftEdit.added', said);
}

function describeDoors(before: RuleContent, { rule }: Changed, names: Names): Sentence[] {
  if (!rule.objects) return [];
  const [added, gone] = differ(before.objects, rule.objects, (one) => one.object_identifier);
  const [more, fewer] = [some(added.map(names.object)), some(gone.map(names.object))];
  const named = before.name;
  if (added.length === 0) return gone.length === 0 ? [] : [say('draftEdit.opensLess', { rule: named, doors: fewer })];
  if (gone.length === 0) return [say('draftEdit.opensMore', { rule: named, doors: more })];
  return [say('draftEdit.opensInstead', { rule: named, doors: more, instead: fewer })];
}

function describePeople(before: RuleContent, { rule }: Changed, names: Names): Sentence[] {
  if (!rule.subjects) return [];
  const { subject_match = before.subject_match, subjects } = rule;
  const said = { rule: before.name, people: peopleOf({ subjects, subject_match }, names) };
  if (subject_match === 'all' && subjects.length > 1) return [say('draftEdit.speaksOf', said)];
  const [added, gone] = differ(before.subjects, subjects, (one) => `${one.subject_type} ${one.subject_identifier}`);
  const [more, fewer] = [some(added.map(names.subject)), some(gone.map(names.subject))];
  if (added.length === 0)
    return gone.length === 0 ? [] : [say('draftEdit.speaksLess', { rule: before.name, people: fewer })];
  if (gone.length === 0) return [say('draftEdit.speaksMore', { rule: before.name, people: more })];
  return [say('draftEdit.speaksInstead', { rule: before.name, people: more, instead: fewer })];
}

/** "Nurse in Surgery" where both have to be true, "Nurse and Porter" where one of them suffices. */
function peopleOf(
  { subjects, subject_match }: Pick<RuleContent, 'subjects' | 'subject_match'>,
  names: Names,
): Sentence {
  if (subject_match === 'any' || subjects.length === 1) {
    return say('draftEdit.everybody', { names: some(subjects.map(names.subject)) });
  }
  const department = subjects.find(({ subject_type }) => subject_type === 'department');
  const rest = subjects.filter((one) => one !== department).map(names.subject);
  if (!department) return say('draftEdit.together', { names: rest });
  return say('draftEdit.within', { names: rest, department: names.subject(department) });
}

/** The first of many, and how many more. */
const some = (names: readonly string[]): (string | Sentence)[] =>
  names.length <= mostNamed
    ? [...names]
    : [...names.slice(0, mostNamed - 1), say('draftEdit.more', { count: names.length - mostNamed + 1 })];

function differ<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): [added: T[], gone: T[]] {
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return [after.filter((one) => !had.has(keyOf(one))), before.filter((one) => !has.has(keyOf(one)))];
}

function addsPeople({ rules }: PlanContent, edit: Added | Changed): boolean {
  const before = edit.kind === 'change_rule' ? (rules.get(edit.rule_id)?.subjects ?? []) : [];
  const had = new Set(before.map((one) => one.subject_identifier));
  const isNew = (one: RuleSubject) => one.subject_type === 'user' && !had.has(one.subject_identifier);
  return (edit.rule.subjects ?? []).some(isNew);
}
