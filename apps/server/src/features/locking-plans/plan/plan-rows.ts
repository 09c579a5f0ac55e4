import type { LockingPlanContent } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { readMark } from '../sheet/read-mark';
import { type SheetRow, UnreadableSheet } from '../sheet/sheet-row';
import { cleanLabel } from './clean-label';
import type { Layout } from './find-layout';
import { foldLabel, type Lookup, type NamedRecord } from './mirror-index';
import { firstFound, type SheetColumn } from './plan-columns';
import type { ProblemList } from './problem-list';

type Row = LockingPlanContent['rows'][number];

const maxRows = 100_000;
/** About the most that fits into the largest plan accepted for storing. */
const maxRights = 4_000_000;

type About = {
  layout: Layout;
  sheetColumns: readonly SheetColumn[];
  record: Lookup<NamedRecord>;
  problems: ProblemList;
};

/** Takes the rows of a sheet one by one and keeps only their plan data. */
export function createRowReader({ layout, sheetColumns, record, problems }: About) {
  const rows: Row[] = [];
  const seen = new Map<string, number>();
  const unnamed = new Set<number>();
  let rights = 0;

  const reportRow = (sheetRow: SheetRow, found: string, message: Sentence, is_fatal: boolean) =>
    problems.add({ row: sheetRow.number, found, message, is_fatal });

  const reportCells = (sheetRow: SheetRow, marks: Marks) => {
    for (const column of marks.unclear) {
      const found = cleanLabel(sheetRow.cells[column] ?? '');
      problems.add({ row: sheetRow.number, column, found, message: say('sheetProblem.unclearMark'), is_fatal: true });
    }
    for (const column of marks.unnamed.filter((one) => !unnamed.has(one))) {
      unnamed.add(column);
      problems.add({ column, found: '', message: say('sheetProblem.noHeader'), is_fatal: true });
    }
    if (marks.beyond !== undefined) reportRow(sheetRow, cleanLabel(marks.beyond), say('sheetProblem.longRow'), true);
  };

  return {
    rows,
    /** @throws UnreadableSheet when the plan is too large */
    add: (sheetRow: SheetRow) => {
      const texts = layout.labelColumns.map((column) => cleanLabel(sheetRow.cells[column] ?? '')).filter(Boolean);
      const marks = readMarks(sheetRow, layout, sheetColumns);
      if (texts.length === 0) {
        const isEmpty = marks.rights.length + marks.unclear.length + marks.unnamed.length === 0;
        return isEmpty ? undefined : reportRow(sheetRow, '', say('sheetProblem.noLabel'), true);
      }
      const folded = texts.map(foldLabel);
      const { label, found } = nameRow(texts, folded, record);
      const named = found === 'several' ? undefined : found;
      if (!named && isTextRow(marks)) return reportRow(sheetRow, label, say('sheetProblem.textRow'), false);
      reportCells(sheetRow, marks);
      const identity = named ? `${named.kind} ${named.id}` : `text ${folded.join(' ')}`;
      const first = seen.get(identity);
      if (first !== undefined) return reportRow(sheetRow, label, say('sheetProblem.rowTwice', { first }), true);
      seen.set(identity, sheetRow.number);
      if (!named) {
        reportRow(sheetRow, label, say(found ? 'sheetProblem.severalRecords' : 'sheetProblem.unknownRow'), false);
      }
      rows.push({ label, kind: named?.kind ?? 'unknown', record_id: named?.id ?? null, rights: marks.rights });
      rights += marks.rights.length;
      if (rows.length > maxRows) throw new UnreadableSheet(say('sheet.tooManyRows'));
      if (rights > maxRights) throw tooManyRights();
    },
  };
}

type Marks = {
  /** Cylinder indexes of the plan, ascending. */
  rights: number[];
  /** Columns of the sheet. */
  unclear: number[];
  unnamed: number[];
  /** Text to the right of the last header. */
  beyond: string | undefined;
};

function readMarks({ cells }: SheetRow, { firstColumn, width }: Layout, columns: readonly SheetColumn[]): Marks {
  const marks: Marks = { rights: [], unclear: [], unnamed: [], beyond: undefined };
  for (let at = firstColumn; at < cells.length; at++) {
    const cell = cells[at] ?? '';
    const mark = cell === '' ? 'none' : readMark(cell);
    if (mark === 'none') continue;
    if (at >= width) {
      marks.beyond = cell;
      break;
    }
    const column = columns[at];
    if (!column || column.is === 'unnamed') marks.unnamed.push(at);
    else if (column.is === 'cylinder' && mark === 'right') marks.rights.push(column.index);
    else if (column.is === 'cylinder') marks.unclear.push(at);
  }
  return marks;
}

/** Totals, headers repeated on each printed page, captions between rows. */
const isTextRow = ({ rights, unclear }: Marks) => unclear.length > 1 && unclear.length > rights.length;

/** First name and surname may be in separate columns. `folded`: `texts` after `foldLabel`. */
function nameRow(texts: readonly string[], folded: readonly string[], record: Lookup<NamedRecord>) {
  const [label = ''] = texts;
  const found = firstFound(folded, record.folded);
  if (found && found !== 'several') return { label, found };
  for (const [first, start] of folded.entries()) {
    for (let second = first + 1; second < folded.length; second++) {
      const together = record.folded(`${start} ${folded[second]}`);
      if (together) return { label: `${texts[first]} ${texts[second]}`, found: together };
    }
  }
  return { label, found };
}

export const tooManyRights = () => new UnreadableSheet(say('sheet.tooManyRights'));
