import type { ProposeEdits } from '#data/plans/draft-edits';
import type { ColumnNode } from '../axes/column-tree';
import type { RowNode } from '../axes/row-axis';

export type Who = ProposeEdits['who'][number];
export type Objects = ProposeEdits['objects'];

/** The people of a row as subjects of a rule; undefined where a rule cannot name them: people without a department. */
export function whoOf({ kind, id, department }: RowNode): Who | undefined {
  const around =
    department === undefined ? [] : [{ subject_type: 'department' as const, subject_identifier: department }];
  if (kind === 'rest') return undefined;
  return { all_of: [...around, { subject_type: kind, subject_identifier: id }] };
}

export const whoIsPerson = (personId: string): Who => ({
  all_of: [{ subject_type: 'user', subject_identifier: personId }],
});

/** What a column stands for as objects of a rule: a place or group as one where it is shown whole, else its cylinders. */
export function objectsOf(columns: readonly ColumnNode[], index: number): Objects {
  const node = columns[index];
  if (!node) return [];
  if (node.kind === 'location' || node.kind === 'cylinder')
    return [{ object_type: node.kind, object_identifier: node.id }];
  if (node.kind === 'cylinder_group' && !node.isPart) return [{ object_type: node.kind, object_identifier: node.id }];
  return columns
    .slice(index, node.end)
    .flatMap(({ kind, id }) => (kind === 'cylinder' ? [{ object_type: kind, object_identifier: id }] : []));
}
