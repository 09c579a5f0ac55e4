import type { MatrixColumn, MatrixRow, MatrixRows } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { AppError } from '#platform/errors';
import type { ColumnDoors, Crossing, Way } from './matrix-cells';

/** A column of the file: a cylinder, or a collapsed group or place. */
export type SheetColumn = {
  label: string;
  /** Its marking; empty for a group or place, and where it is the label. */
  detail: string;
  /** Where it is, from the top; empty if unknown. */
  place: string;
  /** The group that it is in, if any. */
  group: string;
  doors: ColumnDoors;
};

/** A row of the file, with a text for each column. */
export type SheetRow = { label: string; detail: string; depth: number; cells: readonly string[] };

/** A matrix as a file has it, before it is CSV, a workbook or a PDF. */
export type MatrixSheet = {
  title: string;
  /** What is shown, and as of when. */
  lines: readonly string[];
  columns: readonly SheetColumn[];
  rowCount: number;
  rows: () => AsyncIterable<SheetRow>;
  /** The signs in cells, with what they mean. */
  legend: readonly (readonly [sign: string, meaning: string])[];
};

type Chosen = { collapsed: ReadonlySet<string>; language: Language };

/** Cylinders one by one, those of a collapsed group or place together. */
export function sheetColumns(columns: readonly MatrixColumn[], { collapsed, language }: Chosen): SheetColumn[] {
  const found: (SheetColumn & { doors: [number, number][] })[] = [];
  const above: MatrixColumn[] = [];
  let within: { depth: number; doors: [number, number][] } | undefined;
  for (const column of columns) {
    above.length = Math.min(above.length, column.depth);
    if (within && column.depth <= within.depth) within = undefined;
    const names = namesOf(column, above, language);
    above[column.depth] = column;
    if (column.class !== null && within) within.doors.push([column.class, 1]);
    else if (column.class !== null) found.push({ ...names, doors: [[column.class, 1]] });
    else if (!within && collapsed.has(column.id)) {
      within = { depth: column.depth, doors: [] };
      found.push({ ...names, doors: within.doors });
    }
  }
  return found;
}

function namesOf({ label, detail }: MatrixColumn, above: readonly MatrixColumn[], language: Language) {
  const places = above.filter(({ kind }) => kind !== 'cylinder_group');
  const nameOf = (place: MatrixColumn) =>
    place.kind === 'rest' ? renderSentence(say('matrix.noPlace'), language) : place.label;
  return {
    label,
    detail: detail === label ? '' : detail,
    place: places.map(nameOf).join(' › '),
    group: above.find(({ kind }) => kind === 'cylinder_group')?.label ?? '',
  };
}

/** What a cell says in letters: `40 % G+`. */
export function tellCell(crossing: Crossing | undefined, language: Language): string {
  if (!crossing) return '';
  const { share, way } = crossing;
  const part = share > 0 && share < 1 ? `${Math.max(1, Math.round(share * 100))} % ` : '';
  const letter = way ? renderSentence(say(`matrix.ways.${way}.sign`), language) : '';
  return (
    part +
    letter +
    marks
      .filter(([name]) => crossing[name])
      .map(([, sign]) => sign)
      .join('')
  );
}

/** The first of them never begins a cell that a spreadsheet would take for a formula: a letter stands before it. */
const marks = [
  ['isLimited', 't'],
  ['hasGained', '+'],
  ['hasLost', '−'],
  ['isPending', '*'],
  ['hasConflict', '!'],
] as const;

const wayNames: readonly Way[] = ['direct', 'door', 'group', 'place', 'profile'];

export function legendIn(language: Language): MatrixSheet['legend'] {
  const tell = (sentence: Parameters<typeof renderSentence>[0]) => renderSentence(sentence, language);
  return [
    ...wayNames.map((way) => [tell(say(`matrix.ways.${way}.sign`)), tell(say(`matrix.ways.${way}.meaning`))] as const),
    ...marks.map(([name, sign]) => [sign, tell(say(`matrix.marks.${name}`))] as const),
    ['40 %', tell(say('matrix.marks.share'))],
  ];
}

/** @throws AppError payload_too_large */
export function refuseTooLarge(
  rows: number,
  columns: number,
  { cells, width }: { cells: number; width: number },
): void {
  if (rows * columns <= cells && columns <= width) return;
  throw new AppError('payload_too_large', say('matrix.tooLarge', { rows, columns, cells, width }));
}

type Grouped = Exclude<MatrixRows, 'people' | 'keys'>;

/** Lines without a value are named by what they lack. */
export const rowLabel = (
  { label, kind, depth }: Pick<MatrixRow, 'label' | 'kind' | 'depth'>,
  rows: Grouped,
  language: Language,
): string =>
  kind === 'rest' ? renderSentence(say(`matrix.without.${depth > 0 ? 'job_titles' : rows}`), language) : label;
