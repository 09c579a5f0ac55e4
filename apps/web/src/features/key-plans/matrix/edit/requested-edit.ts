import type { MatrixArea } from '#components/matrix/source/matrix-source';
import type { ProposeEdits } from '#data/plans/draft-edits';
import { columnName } from '../axes/column-tree';
import type { PlanMatrixSource, ShownRow } from '../matrix-source-of';
import type { PlanMatrixModel } from '../plan-matrix-model';
import { objectsOf, type Who, whoIsPerson, whoOf } from './edit-target';

/** An edit to propose, with labels of its people and doors. */
export type RequestedEdit = { edit: ProposeEdits; who: string; what: string };

/** Why an edit cannot be proposed. */
export type Hindrance = 'unknown' | 'notLoaded' | 'rows' | 'columns';

const maxRows = 200;
const maxObjects = 500;

const whoOfRow = (row: ShownRow): Who | undefined => {
  if (row.kind === 'node') return whoOf(row.node);
  return row.line.person_id === null ? undefined : whoIsPerson(row.line.person_id);
};

export const labelOf = (row: ShownRow): string => (row.kind === 'node' ? row.node.label : row.line.label);

type Selection = { model: PlanMatrixModel; source: PlanMatrixSource; area: MatrixArea; grant: boolean };

/** The edit for an area of crossings. Rows inside other rows of the area count once. */
export function requestedEdit({ model, source, area, grant }: Selection): RequestedEdit | Hindrance {
  const [first, last] = area.rows;
  if (last - first >= maxRows) return 'rows';
  const rows: ShownRow[] = [];
  for (let index = first; index <= last; index += 1) {
    const row = source.rowAt(index);
    if (!row) return 'notLoaded';
    const isInside = rows.some((outer) => outer.kind === 'node' && row.key.startsWith(`${outer.key}/`));
    if (!isInside) rows.push(row);
  }
  const who = rows.map(whoOfRow).filter((one) => one !== undefined);
  if (who.length < rows.length) return 'unknown';
  const nodes = Array.from({ length: area.columns[1] - area.columns[0] + 1 }, (_, index) =>
    source.columns.nodeAt(area.columns[0] + index),
  );
  const objects = nodes.flatMap((node) => objectsOf(model.columns, node));
  if (objects.length === 0 || objects.length > maxObjects) return 'columns';
  const what = nodes.flatMap((index) => {
    const node = model.columns[index];
    return node ? [columnName(model.columns, node)] : [];
  });
  return { edit: { grant, who, objects }, who: shortList(rows.map(labelOf)), what: shortList(what) };
}

/** Whether there is anything to take back; where too much is selected to look at, or not all of it is read, there may be. */
export function mayAnyOpen(source: PlanMatrixSource, { rows, columns }: MatrixArea): boolean {
  if (rows[1] - rows[0] >= maxRows || columns[1] - columns[0] >= maxObjects) return true;
  for (let row = rows[0]; row <= rows[1]; row += 1) {
    for (let column = columns[0]; column <= columns[1]; column += 1) {
      if ((source.cell(row, column)?.share ?? 1) > 0) return true;
    }
  }
  return false;
}

function shortList([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  return more.length === 0 ? `${first}, ${second}` : `${first}, ${second} … +${more.length}`;
}
