import { foldText } from '../../fold-text';
import { wordAt } from '../indexing/bits';
import type { KindFindings, PlanFinding } from './plan-finding';
import type { PreparedCheck } from './plan-to-check';

/** Number of departments listed, those with the most people first. */
const departmentsListed = 20;

/** Active people of the plan's sources who may open no door by any plan, counted by department. */
export function findPeopleWithoutRights({ index, plan, people, reachedRows, elsewhere }: PreparedCheck): KindFindings {
  const counts = new Map<string, { value: string; count: number }>();
  for (const { id, active, connection_id, department } of people) {
    if (!active || !plan.iam_connection_ids.includes(connection_id)) continue;
    if (reachedRows.has(wordAt(index.people.rowOf, index.people.numberOf.get(id) ?? -1))) continue;
    if (elsewhere.people.has(id)) continue;
    const folded = foldText(department ?? '');
    const known = counts.get(folded) ?? { value: (department ?? '').trim(), count: 0 };
    known.count += 1;
    counts.set(folded, known);
  }
  const all = [...counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const findings = all.slice(0, departmentsListed).map(({ value, count }): PlanFinding => {
    if (value === '') return { kind: 'people_without_rights', count, repairs: [] };
    const subject = { subject_type: 'department', subject_identifier: value } as const;
    const repairs: PlanFinding['repairs'] = [{ action: 'create_rule', draft: { subjects: [subject] } }];
    return { kind: 'people_without_rights', subject, count, repairs };
  });
  return { total: all.length, findings };
}
