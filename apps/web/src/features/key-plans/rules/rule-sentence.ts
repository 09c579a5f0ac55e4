import type { AccessRule, NamedSubject, ObjectType, TimeRestriction } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { describeWindows, wordsOfWindows } from '#lib/time/describe-windows';

type T = TFunction<'key-plans'>;

/** The parts of a rule that its sentence needs; an unsaved rule has them too. */
export type SentenceRule = Pick<AccessRule, 'subject_match'> & {
  subjects: readonly Pick<NamedSubject, 'subject_type' | 'name'>[];
  objects: readonly { object_type: ObjectType; name: string }[];
  time_restrictions: readonly Pick<TimeRestriction, 'days' | 'from' | 'to'>[];
};

/** Part of a sentence; directory values and door names are chips. */
export type Part = { text: string; isChip: boolean };

const MAX_SHOWN = 4;
const word = (text: string): Part => ({ text, isChip: false });
const chip = (text: string): Part => ({ text, isChip: true });

/** Who: each kind of subject with its values. At most four values of a kind are named, the rest counted. */
export function whoParts({ subjects, subject_match }: SentenceRule, t: T): Part[] {
  const joint = subject_match === 'all' ? t('sentence.and') : t('sentence.or');
  const clauses = (['department', 'job_title', 'group', 'user'] as const).flatMap((type) => {
    const names = subjects.filter((one) => one.subject_type === type).map(({ name }) => name);
    return names.length === 0
      ? []
      : [[word(`${t(`sentence.${type}`, { count: names.length })} `), ...listOf(names, joint, t)]];
  });
  return clauses.length === 0 ? [word(t('sentence.nobody'))] : joined(clauses, ` ${joint} `);
}

/** What may be opened, by name, of a place all doors. At most four are named, the rest counted. */
export function whatParts({ objects }: SentenceRule, t: T): Part[] {
  if (objects.length === 0) return [word(t('sentence.nothing'))];
  const names = objects.map(({ object_type, name }) =>
    object_type === 'location' ? t('sentence.location', { name }) : name,
  );
  return listOf(names, t('sentence.and'), t);
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

function listOf(values: readonly string[], joint: string, t: T): Part[] {
  const shown = values.length > MAX_SHOWN + 1 ? values.slice(0, MAX_SHOWN) : values;
  const hidden = values.length - shown.length;
  const items = shown.map((value) => [chip(value)]);
  if (hidden > 0) items.push([word(t('sentence.more', { count: hidden }))]);
  const last = items.pop() ?? [];
  return items.length === 0 ? last : [...joined(items, ', '), word(` ${joint} `), ...last];
}

function joined(groups: readonly Part[][], separator: string): Part[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [word(separator), ...group]));
}
