import type { AccessWeek, AccessWeekRow } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { formatDate } from '#lib/format';
import { datesOf, endsSoon } from '#lib/time/dates-of-windows';
import type { WeekLine } from './week-line';

/** A rule in several time zones has one line for each. */
export const lineKey = ({ rule_id, time_zone }: AccessWeekRow): string => `${rule_id} ${time_zone}`;

const maxNames = 2;

/** The first names and the number of others; for a place the last part of its path. */
function namesOf(names: readonly string[], t: TFunction<'access'>): string {
  const shown = names.slice(0, maxNames).map((name) => name.split(' / ').at(-1));
  const more = names.length - shown.length;
  return [shown.join(', '), more > 0 && t('week.moreNamed', { count: more })].filter(Boolean).join(' ');
}

/** What a person may open by each rule, or who may open a door or place by it: one line each, expired ones last. */
export function weekLines({ of, rows, at }: AccessWeek, t: TFunction<'access'>): WeekLine[] {
  return rows.map((row) => {
    const { rule_name, spans, now, doors, people, subjects, through } = row;
    const dates = datesOf([row], at);
    const named = (of === 'person' ? through : subjects).map(({ name }) => name);
    const when =
      dates?.state === 'hold'
        ? dates.ends && t('dates.ends', { at: formatDate(dates.ends) })
        : dates?.state === 'to_come'
          ? t('dates.toCome', { at: formatDate(dates.begins) })
          : dates && t('dates.over', { at: formatDate(dates.ended) });
    const count = of === 'person' ? t('counted.doors', { count: doors }) : t('counted.people', { count: people });
    const title = named.length > 0 ? namesOf(named, t) : rule_name;
    return {
      key: lineKey(row),
      title,
      hint: [count, rule_name !== title && rule_name, when].filter(Boolean).join(' · '),
      spans,
      now,
      tone: endsSoon(dates, at) ? 'ends' : 'open',
    };
  });
}

/** The time zones of the lines. */
export const zonesOf = (rows: readonly AccessWeekRow[]): string[] => [...new Set(rows.map((row) => row.time_zone))];
