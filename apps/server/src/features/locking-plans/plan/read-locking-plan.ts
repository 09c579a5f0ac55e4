import { type LockingPlanContent, type LockingPlanPreview, maxLockingPlanBytes } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { type SheetRow, type SheetRows, UnreadableSheet } from '../sheet/sheet-row';
import { cleanLabel } from './clean-label';
import { countPlan } from './count-plan';
import { findLayout } from './find-layout';
import { cylinderLookup, type Mirror, recordLookup } from './mirror-index';
import { readColumns } from './plan-columns';
import { createRowReader, tooManyRights } from './plan-rows';
import { createProblemList, type SheetProblem } from './problem-list';

/** Filled rows searched for the header; fewer if very wide. */
const headRows = 60;
const headCells = 400_000;

/** A sheet's content with untranslated problems. */
export type ReadSheet = Omit<LockingPlanPreview, 'problems'> & { problems: SheetProblem[] };

/**
 * Reads a sheet as a locking plan and lists its problems. Besides the rights, keeps only the first rows in memory.
 * @throws UnreadableSheet when it contains no plan, or one too large to store
 */
export async function readLockingPlan(sheet: SheetRows, mirror: Mirror, fileName: string): Promise<ReadSheet> {
  const lookups = { cylinder: cylinderLookup(mirror), record: recordLookup(mirror) };
  const problems = createProblemList();
  const begin = (head: readonly SheetRow[]) => {
    if (head.length === 0) throw new UnreadableSheet(say('sheet.empty'));
    const layout = findLayout(head, lookups);
    const { columns, sheetColumns } = readColumns(layout, lookups.cylinder, problems);
    const reader = createRowReader({ layout, sheetColumns, record: lookups.record, problems });
    const add = (row: SheetRow) => {
      if (row.number > layout.lastHeaderRow) reader.add(row);
    };
    head.forEach(add);
    return { columns, reader, add };
  };

  let head: SheetRow[] = [];
  let cells = 0;
  let plan: ReturnType<typeof begin> | undefined;
  const take = (row: SheetRow) => {
    if (plan) return plan.add(row);
    head.push(row);
    cells += row.cells.length;
    if (head.length < headRows && cells < headCells) return;
    plan = begin(head);
    head = [];
  };
  for await (const rows of sheet) rows.forEach(take);
  const { columns, reader } = plan ?? begin(head);
  if (reader.rows.length === 0 && !problems.isFatal()) throw new UnreadableSheet(say('sheet.noRows'));
  const content = { file_name: cleanLabel(fileName) || 'locking plan', columns, rows: reader.rows };
  if (!problems.isFatal()) refuseUnsendable(content);
  return {
    content: problems.isFatal() ? null : content,
    counts: countPlan(content),
    problems: problems.list(),
    problems_total: problems.total(),
  };
}

function refuseUnsendable(content: LockingPlanContent): void {
  if (Buffer.byteLength(JSON.stringify(content)) > maxLockingPlanBytes) throw tooManyRights();
}
