import type { ReportColumn } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { minuteOf } from '../choose-parameters';
import type { ReadRow } from '../read-rows';

/** A report before it is CSV, a workbook or a PDF. */
export type ReportFile = {
  title: string;
  columns: readonly Pick<ReportColumn, 'title' | 'kind'>[];
  /** In words, as are the notes. */
  parameters: readonly string[];
  notes: readonly string[];
  /** Of the data. */
  at: Date;
  madeBy: string;
  rows: () => AsyncIterable<ReadRow>;
  /** In the language of the reader. */
  text: (sentence: Sentence) => string;
};

/** What every file says of itself, as label and text; `rows` is the number of rows in it. */
export function factsOf({ parameters, notes, at, madeBy, text }: ReportFile, rows: number): [string, string][] {
  return [
    [text(say('report.fact.rows')), String(rows)],
    ...parameters.map((parameter): [string, string] => [text(say('report.fact.parameter')), parameter]),
    [text(say('report.fact.at')), minuteOf(at)],
    [text(say('report.fact.madeBy')), madeBy],
    ...notes.map((note): [string, string] => [text(say('report.fact.note')), note]),
  ];
}
