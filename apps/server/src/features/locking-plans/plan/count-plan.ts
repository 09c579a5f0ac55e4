import type { LockingPlanContent } from '@key2xs/contract';

export const countPlan = ({ columns, rows }: Pick<LockingPlanContent, 'columns' | 'rows'>) => ({
  rows: rows.length,
  columns: columns.length,
  rights: rows.reduce((sum, { rights }) => sum + rights.length, 0),
  unknown_rows: rows.filter(({ kind }) => kind === 'unknown').length,
  unknown_columns: columns.filter(({ cylinder_id }) => cylinder_id === null).length,
});
