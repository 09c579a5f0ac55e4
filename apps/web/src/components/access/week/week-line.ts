import type { Span } from './week-words';

export type WeekLine = {
  key: string;
  /** What is open, or for whom. */
  title: string;
  hint: string;
  spans: readonly Span[];
  /** The minute of the week that the clock there shows; -1 where it is not known. */
  now: number;
  tone: 'open' | 'ends';
};

export type WeekProps = {
  label: string;
  lines: readonly WeekLine[];
  chosen?: string | undefined;
  onChoose: (key: string) => void;
};

/** Which cell of the picture has the focus: a line, and its name (-1) or one of its bars. */
export type Place = { line: number; bar: number };
