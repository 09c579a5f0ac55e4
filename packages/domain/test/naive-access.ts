import type { RuleSubject, TimeRestriction } from '@key2xs/contract';
import { type AccessFacts, foldText, type PersonFacts, type RuleFacts } from '../src/index';

/** Facts as lists, to iterate repeatedly. */
export type ListedFacts = { [K in keyof AccessFacts]: AccessFacts[K] extends Iterable<infer T> ? readonly T[] : never };

/**
 * Why one person may open one cylinder, as the design words it: loops over everything, no index, nothing shared with the
 * product but `foldText`. One line a reason, sorted: `plan | rule | open | path | matched subjects`.
 */
export function naiveReasons(facts: ListedFacts, personId: string, cylinderId: string, at: Date): string[] {
  const person = facts.people.find(({ id }) => id === personId);
  if (!person?.active) return [];
  const lines: string[] = [];
  for (const plan of facts.plans) {
    if (!plan.is_active || !plan.iam_connection_ids.includes(person.connection_id)) continue;
    for (const rule of facts.rules) {
      if (rule.keyplan_id !== plan.id || !rule.is_active) continue;
      const hits = rule.subjects.filter((subject) => isHit(subject, person));
      const isMatch = rule.subject_match === 'any' ? hits.length > 0 : hits.length === rule.subjects.length;
      if (!isMatch || hits.length === 0) continue;
      const zone = zoneOf(facts, cylinderId) ?? plan.time_zone;
      const open = rule.time_restrictions.length === 0 || rule.time_restrictions.some((w) => isInside(w, at, zone));
      const matched = hits.map((hit) => hit.subject_identifier).join('+');
      for (const path of paths(facts, rule, cylinderId))
        lines.push([plan.id, rule.id, open, path, matched].join(' | '));
    }
  }
  return lines.sort();
}

function isHit({ subject_type, subject_identifier }: RuleSubject, person: PersonFacts): boolean {
  if (subject_type === 'user') return subject_identifier === person.id;
  if (subject_type === 'group') return person.group_ids.some((id) => id === subject_identifier);
  const value = foldText(person[subject_type] ?? '');
  return value !== '' && value === foldText(subject_identifier);
}

function paths(facts: ListedFacts, rule: RuleFacts, cylinderId: string): Set<string> {
  const cylinder = facts.cylinders.find(({ id }) => id === cylinderId);
  const found = new Set<string>();
  if (!cylinder) return found;
  for (const { object_type, object_identifier: id } of rule.objects) {
    if (object_type === 'cylinder' && id === cylinderId) found.add(id);
    if (object_type === 'cylinder_group' && id === cylinder.group_id) found.add(`${id}>${cylinderId}`);
    if (object_type === 'location' && placesOver(facts, cylinderId).includes(id)) found.add(`${id}>${cylinderId}`);
    const profile = object_type === 'access_profile' ? facts.profiles.find((one) => one.id === id) : undefined;
    if (profile?.cylinder_ids.includes(cylinderId)) found.add(`${id}>${cylinderId}`);
    const group = profile?.cylinder_group_ids.find((one) => one === cylinder.group_id);
    if (group) found.add(`${id}>${group}>${cylinderId}`);
  }
  return found;
}

/** The place of a cylinder and those above it, as far as they exist. */
function placesOver({ locations, cylinders }: ListedFacts, cylinderId: string): string[] {
  const over: string[] = [];
  let id = cylinders.find((cylinder) => cylinder.id === cylinderId)?.location_id ?? null;
  while (id !== null && !over.includes(id)) {
    const place = locations.find((one) => one.id === id);
    if (!place) break;
    over.push(place.id);
    id = place.parent_id;
  }
  return over;
}

function zoneOf(facts: ListedFacts, cylinderId: string): string | undefined {
  const zones = placesOver(facts, cylinderId).map((id) => facts.locations.find((place) => place.id === id)?.time_zone);
  return zones.find((zone) => zone !== null && zone !== undefined) ?? undefined;
}

/** A plan may come from a machine with other time-zone data. */
export const noSuchZone = 'Europe/Atlantis';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The weekday and time that a clock on the wall shows, by the calendar of the machine. */
function shownAt(at: Date, timeZone: string): { weekday: string; time: string } {
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', options);
  formats.set(timeZone, format);
  const parts = format.formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { weekday: part('weekday'), time: `${part('hour')}:${part('minute')}` };
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function isInside(window: TimeRestriction, at: Date, zone: string): boolean {
  if (window.valid_from !== null && at < new Date(window.valid_from)) return false;
  if (window.valid_until !== null && at >= new Date(window.valid_until)) return false;
  if (zone === noSuchZone) return false;
  const { weekday, time } = shownAt(at, zone);
  const today = weekdays.indexOf(weekday) + 1;
  const isToday = window.days.includes(today);
  const wasYesterday = window.days.includes(today === 1 ? 7 : today - 1);
  if (window.from === window.to) return isToday;
  if (window.from < window.to) return isToday && window.from <= time && time < window.to;
  return (isToday && window.from <= time) || (wasYesterday && time < window.to);
}
