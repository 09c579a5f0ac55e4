import { type SentenceCode, say } from '@key2xs/texts';
import type { ColumnDefinition } from '../report';

type Name = Extract<SentenceCode, `report.column.${string}`> extends `report.column.${infer Rest}` ? Rest : never;

const columnOf =
  (kind: ColumnDefinition['kind']) =>
  (name: Name): ColumnDefinition => ({ name, kind, title: say(`report.column.${name}`) });

export const text = columnOf('text');
export const number = columnOf('number');
export const moment = columnOf('moment');
export const state = (name: Name, words: NonNullable<ColumnDefinition['words']>): ColumnDefinition => ({
  ...columnOf('state')(name),
  words,
});
