import type { PlanWizardStep } from '@key2xs/contract';
import { type Content, grantAt } from './choices';

export const missingThings = [
  'name',
  'description',
  'source',
  'system',
  'columns',
  'rows',
  'grants',
  'rowsWithout',
  'timeNames',
] as const;
export type Missing = (typeof missingThings)[number];

/** What a step still needs before the plan grants what is meant. */
export function missingOf(content: Content, step: PlanWizardStep): Missing[] {
  const { name, description, rows, columns, grants, times } = content;
  const when = (isMissing: boolean, what: Missing) => (isMissing ? [what] : []);
  switch (step) {
    case 'basics':
      return [
        ...when(name.trim() === '', 'name'),
        ...when(description.trim() === '', 'description'),
        ...when(content.iam_connection_ids.length === 0, 'source'),
        ...when(content.key_system_connection_ids.length === 0, 'system'),
      ];
    case 'places':
      return when(columns.length === 0, 'columns');
    case 'who':
      return when(rows.length === 0, 'rows');
    case 'rules':
      return grants.length === 0
        ? ['grants']
        : when(
            rows.some((row) => columns.every(({ id }) => !grantAt(content, { row: row.id, column: id }))),
            'rowsWithout',
          );
    case 'time':
      return when(
        times.some((time) => time.name.trim() === ''),
        'timeNames',
      );
    default:
      return [];
  }
}

/** Whether a step is left with Next only when it is there. A row that opens nothing may be meant. */
export const isNeeded = (what: Missing): boolean => what !== 'rowsWithout';

/** Whether the server can write the draft. */
export const canWrite = ({ name, description }: Content): boolean =>
  name.trim() !== '' && [...name.trim()].length <= 100 && description.trim() !== '';
