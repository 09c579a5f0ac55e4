import type { IndexedRule } from '../indexing/access-index';
import { wordAt } from '../indexing/bits';
import type { RuleHours } from './weekly-hours';

/** Rules classified by their hours, so that each pair of different hours is compared once. */
export type HoursClasses = {
  /** Equal for rules that grant at the same moments, however their windows are written. */
  classOf: (rule: IndexedRule) => number;
  /** Whether one rule grants at every moment at which the other does. */
  covers: (wide: IndexedRule, narrow: IndexedRule) => boolean;
};

/**
 * Classifies the hours of the rules of one plan, which use the same clock at the same door.
 *
 * Hours cover others if they mean "always", or if each part of the others (minutes of the week between two dates) lies
 * within a single part of theirs. Conservative: parts that only cover together (consecutive dates, windows around the clock
 * against "always") do not count as covering.
 */
export function classifyHours(rules: readonly IndexedRule[]): HoursClasses {
  const numbers = new Map<string, number>();
  const hours: RuleHours[] = [];
  const classes = new Map<string, number>();
  for (const { rule, hours: own } of rules) {
    const key = keyOf(own);
    const number = numbers.get(key) ?? hours.push(own) - 1;
    numbers.set(key, number);
    classes.set(rule.id, number);
  }
  const known = new Map<number, boolean>();
  const classOf = ({ rule }: IndexedRule): number => classes.get(rule.id) ?? -1;
  return {
    classOf,
    covers: (wide, narrow) => {
      const [a, b] = [classOf(wide), classOf(narrow)];
      if (a === b) return true;
      const pair = a * hours.length + b;
      const isCovering = known.get(pair) ?? doCover(hours[a], hours[b]);
      known.set(pair, isCovering);
      return isCovering;
    },
  };
}

/** Whether two rules of one plan grant at the same moments. */
export const haveSameHours = (a: IndexedRule, b: IndexedRule): boolean => keyOf(a.hours) === keyOf(b.hours);

const keyOf = (hours: RuleHours): string =>
  hours
    ? hours
        .map(({ minutes, validFrom, validUntil }) => `${validFrom} ${validUntil} ${minutes.join()}`)
        .sort()
        .join(' ')
    : 'always';

function doCover(wide: RuleHours, narrow: RuleHours): boolean {
  if (!wide || !narrow) return !wide;
  return narrow.every((part) =>
    wide.some(
      (over) =>
        over.validFrom <= part.validFrom &&
        over.validUntil >= part.validUntil &&
        part.minutes.every((word, i) => (word & ~wordAt(over.minutes, i)) === 0),
    ),
  );
}
