import type { AccessRule, NamedSubject, ObjectType, TimeRestriction } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { describeWindows, wordsOfWindows } from '#lib/time/describe-windows';

type T = TFunction<'key-plans'>;

/** The parts of a rule that its sentence needs; an unsaved rule has them too. */
export type SentenceRule = Pick<AccessRule, 'subject_match'> & {
  subjects: readonly (Pick<NamedSubject, 'subject_type' | 'name'> & { subject_identifier?: string })[];
  objects: readonly { object_type: ObjectType; name: string }[];
  time_restrictions: readonly Pick<TimeRestriction, 'days' | 'from' | 'to'>[];
};

/** Part of a sentence; directory values and door names are chips. `of` is its place among the subjects or objects. */
export type Part = { text: string; isChip: boolean; of?: number };

const MAX_SHOWN = 4;
const word = (text: string): Part => ({ text, isChip: false });
const chip = (text: string, of: number): Part => ({ text, isChip: true, of });

/** Who: each kind of subject with its values. At most four values of a kind are named, the rest counted. */
export function whoParts({ subjects, subject_match }: SentenceRule, t: T): Part[] {
  const isAll = subject_match === 'all';
  const joint = isAll ? t('sentence.and') : t('sentence.or');
  const clauses = (['department', 'job_title', 'group', 'user'] as const).flatMap((type) => {
    const named = subjects.flatMap(({ subject_type, name }, of) => (subject_type === type ? [chip(name, of)] : []));
    return named.length === 0
      ? []
      : [[word(`${t(`sentence.${type}`, { count: named.length })} `), ...listOf(named, joint, t)]];
  });
  if (clauses.length === 0) return [word(t('sentence.noSubjects'))];
  // Kinds that have to come together need no word between them: "in Surgery with the job title Nurse".
  return joined(clauses, isAll ? ' ' : ` ${joint} `);
}

/** What may be opened, by name, of a place all doors. At most four are named, the rest counted. */
export function whatParts({ objects }: SentenceRule, t: T): Part[] {
  if (objects.length === 0) return [word(t('sentence.nothing'))];
  const named = objects.map(({ object_type, name }, of) =>
    chip(object_type === 'location' ? t('sentence.location', { name }) : name, of),
  );
  return listOf(named, t('sentence.and'), t);
}

/** When, as the end of a sentence. */
export function whenWords({ time_restrictions }: SentenceRule, t: T): string {
  if (time_restrictions.length === 0) return t('sentence.always');
  const words = describeWindows(time_restrictions);
  if (words === describeWindows([])) return t('sentence.always');
  return words.startsWith(wordsOfWindows().everyDay) ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
}

/** The rule as one plain sentence. */
export function ruleSentence(rule: SentenceRule, t: T): string {
  const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');
  return t('sentence.plain', {
    who: textOf(whoParts(rule, t)),
    what: textOf(whatParts(rule, t)),
    when: whenWords(rule, t),
  });
}

function listOf(values: readonly Part[], joint: string, t: T): Part[] {
  const shown = values.length > MAX_SHOWN + 1 ? values.slice(0, MAX_SHOWN) : values;
  const hidden = values.length - shown.length;
  const items = shown.map((value) => [value]);
  if (hidden > 0) items.push([word(t('sentence.more', { count: hidden }))]);
  const last = items.pop() ?? [];
  return items.length === 0 ? last : [...joined(items, ', '), word(` ${joint} `), ...last];
}

function joined(groups: readonly Part[][], separator: string): Part[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [word(separator), ...group]));
}
