import type { Span } from './week-words';

export type WeekLine = {
  key: string;
  /** The doors that are open, or the people they are open for. */
  title: string;
  hint: string;
  spans: readonly Span[];
  /** The current minute of the week in that time zone; -1 if unknown. */
  now: number;
  tone: 'open' | 'ends';
};

export type WeekProps = {
  label: string;
  lines: readonly WeekLine[];
  chosen?: string | undefined;
  onChoose: (key: string) => void;
};

/** The focused cell: a line, and its name (-1) or one of its bars. */
export type Place = { line: number; bar: number };
