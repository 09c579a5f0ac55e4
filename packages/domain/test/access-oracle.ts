import type { RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import { foldText, type Inventory, type PersonFacts, type PlanSource } from '../src/index';

export type Question = { person: PersonFacts; at: string };

/**
 * Access as the design words it: loops over everything, no index, nothing shared with the product but `foldText`.
 * One line a reason: `cylinder | door open | rule | rule open | path | matched subjects`. Plans in UTC only.
 */
export function listAccess(plans: PlanSource[], inventory: Inventory, { person, at }: Question): string[] {
  type Found = { cylinder: string; line: [rule: string, open: boolean, path: string, matched: string] };
  const found: Found[] = [];
  for (const plan of plans) {
    for (const rule of plan.rules) {
      const hits = rule.subjects.filter((subject) => isHit(subject, person));
      const isMatch = rule.subject_match === 'any' ? hits.length > 0 : hits.length === rule.subjects.length;
      const isLinked = plan.iam_connection_ids.includes(person.connection_id);
      if (!plan.is_active || !rule.is_active || !person.active || !isLinked || !isMatch || hits.length === 0) continue;
      const open = rule.time_restrictions.length === 0 || rule.time_restrictions.some((w) => isInside(w, new Date(at)));
      for (const path of pathsOf(rule.objects, inventory)) {
        const matched = hits.map((hit) => hit.subject_identifier).join('+');
        found.push({ cylinder: path.at(-1) ?? '', line: [rule.id, open, path.join('>'), matched] });
      }
    }
  }
  const cylinders = [...new Set(found.map((entry) => entry.cylinder))].sort();
  return cylinders.flatMap((id) => {
    const lines = found.filter((entry) => entry.cylinder === id).map((entry) => entry.line);
    const isOpen = lines.some(([, open]) => open);
    return lines.map(([rule, open, path, matched]) =>
      [id, `door ${isOpen}`, rule, `rule ${open}`, path, matched].join(' | '),
    );
  });
}

function isHit({ subject_type, subject_identifier }: RuleSubject, person: PersonFacts): boolean {
  if (subject_type === 'user') return subject_identifier === person.id;
  if (subject_type === 'group') return person.group_ids.some((id) => id === subject_identifier);
  const value = foldText(person[subject_type] ?? '');
  return value !== '' && value === foldText(subject_identifier);
}

function isInside(window: TimeRestriction, at: Date): boolean {
  if (window.valid_from !== null && at < new Date(window.valid_from)) return false;
  if (window.valid_until !== null && at >= new Date(window.valid_until)) return false;
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
  const [today, yesterday] = [at.getUTCDay() || 7, (at.getUTCDay() + 6) % 7 || 7];
  const [from = 0, to = 0] = [window.from, window.to].map(
    (t) => Number(t.split(':')[0]) * 60 + Number(t.split(':')[1]),
  );
  if (from === to) return window.days.includes(today);
  const end = to < from ? to + 1440 : to;
  const isSince = (day: number, m: number) => window.days.includes(day) && m >= from && m < end;
  return isSince(today, minute) || isSince(yesterday, minute + 1440);
}

function pathsOf(objects: readonly RuleObject[], { groups, profiles }: Inventory): string[][] {
  const ids = (type: string) => objects.filter((o) => o.object_type === type).map((o) => o.object_identifier);
  const named = ids('access_profile').map((id) => ({ id, content: profiles.get(id) }));
  const paths = [
    ...ids('cylinder').map((id) => [id]),
    ...ids('cylinder_group').flatMap((id) => (groups.get(id) ?? []).map((c) => [id, c])),
    ...named.flatMap(({ id, content }) => (content?.cylinder_ids ?? []).map((c) => [id, c])),
    ...named.flatMap(({ id, content }) =>
      (content?.cylinder_group_ids ?? []).flatMap((g) => (groups.get(g) ?? []).map((c) => [id, g, c])),
    ),
  ];
  return paths.filter((path, i) => paths.findIndex((other) => other.join() === path.join()) === i);
}
