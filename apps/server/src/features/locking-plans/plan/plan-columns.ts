import type { LockingPlanContent } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { columnName } from '../sheet/cell-name';
import { type SheetRow, UnreadableSheet } from '../sheet/sheet-row';
import { cleanLabel } from './clean-label';
import type { Layout } from './find-layout';
import { foldLabel, type Lookup, type NamedCylinder } from './mirror-index';
import type { ProblemList } from './problem-list';

type Column = LockingPlanContent['columns'][number];
/** A column of the sheet: a cylinder (`index` is its place in the plan), text, or unnamed. */
export type SheetColumn = { is: 'cylinder'; index: number } | { is: 'text' } | { is: 'unnamed' };

const maxColumns = 20_000;

/** The cylinders of a plan and the kind of each column of its sheet. @throws UnreadableSheet */
export function readColumns(layout: Layout, cylinder: Lookup<NamedCylinder>, problems: ProblemList) {
  const columns: Column[] = [];
  const sheetColumns: SheetColumn[] = [];
  const seen = new Map<string, number>();
  const row = layout.headers[0]?.number ?? 1;
  for (let column = layout.firstColumn; column < layout.width; column++) {
    const texts = layout.headers.map(({ cells }: SheetRow) => cleanLabel(cells[column] ?? '')).filter(Boolean);
    const label = texts[0] ?? '';
    if (label === '' || layout.textColumns.has(column)) {
      sheetColumns[column] = { is: label === '' ? 'unnamed' : 'text' };
      if (label) problems.add({ column, found: label, message: say('sheetProblem.textColumn'), is_fatal: false });
      continue;
    }
    const found = firstFound(texts, cylinder);
    const cylinder_id = found && found !== 'several' ? found.id : null;
    const identity = cylinder_id ?? `text ${foldLabel(label)}`;
    const first = seen.get(identity);
    if (first !== undefined) {
      const code = cylinder_id ? 'sheetProblem.cylinderTwice' : 'sheetProblem.labelTwice';
      problems.add({ row, column, found: label, message: say(code, { first: columnName(first) }), is_fatal: true });
    } else if (!cylinder_id) {
      const message = say(found ? 'sheetProblem.severalCylinders' : 'sheetProblem.unknownCylinder');
      problems.add({ row, column, found: label, message, is_fatal: false });
    }
    seen.set(identity, first ?? column);
    sheetColumns[column] = { is: 'cylinder', index: columns.length };
    columns.push({ label, cylinder_id });
  }
  if (columns.length > maxColumns) throw new UnreadableSheet(say('sheet.tooManyCylinders'));
  return { columns, sheetColumns };
}

/** The record of the first text that names exactly one; else 'several' if one of them matches several. */
export function firstFound<T>(texts: readonly string[], lookup: Lookup<T>['folded']): T | 'several' | undefined {
  const found = texts.map(lookup).filter((one) => one !== undefined);
  return found.find((one) => one !== 'several') ?? found[0];
}
