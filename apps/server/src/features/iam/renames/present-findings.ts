import type { RenameDecision, RenameFinding, RenameFindings } from '@key2xs/contract';
import { choicesOf, foldText, type Rename } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { listRulesNamingValues } from '../../plans/service';
import { type FindingRow, versionOf } from './finding-queries';

/** What can be done about a finding. */
export function choicesFor(rename: Rename): RenameDecision[] {
  const { carry_over, map_for_good } = choicesOf(rename);
  return [
    ...(carry_over ? (['carry_over'] as const) : []),
    ...(map_for_good ? (['map_for_good'] as const) : []),
    'not_a_rename',
  ];
}

/** Findings with the rules in force that name their old values. */
export async function presentFindings(
  db: Db,
  connectionId: string,
  rows: readonly FindingRow[],
): Promise<RenameFindings> {
  const rules = rows.length > 0 ? await listRulesNamingValues(db, connectionId) : [];
  const key = (field: string, value: string) => `${field} ${foldText(value)}`;
  const naming = Map.groupBy(rules, ({ field, value }) => key(field, value));
  const items = rows.map((row): RenameFinding => {
    const { id, content, effect, stops, decision, decided_by, decided_at } = row;
    const named = content.from.flatMap(({ value }) => naming.get(key(row.field, value)) ?? []);
    const distinct = new Map(named.map(({ field: _, value: __, ...rule }) => [rule.rule_id, rule]));
    return {
      id,
      ...content,
      effect: { scopes: 0, ...effect },
      stops,
      rules: [...distinct.values()],
      choices: choicesFor(content),
      decision:
        decision && decided_by && decided_at ? { is: decision, by: decided_by, at: decided_at.toISOString() } : null,
    };
  });
  return { items, version: versionOf(rows) };
}
