import { mappingLimits, type Transform } from '@key2xs/contract';

/** The value of another column of the same row; undefined for a missing column. */
export type OtherColumn = (column: string) => string | undefined;

const accents = /\p{M}+/gu;
/** Letters that do not decompose into a base letter and an accent. */
const wholeLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
};
const whole = new RegExp(`[${Object.keys(wholeLetters).join('')}]`, 'gu');

/** Four times the maximum of a field. Longer values are refused anyway, so steps neither start from one nor build one. */
export const maxWorkedLength = 4 * mappingLimits.value;

/**
 * Applies one step. Characters are code points, so that none is cut in two. A value that is no day stays unchanged: the
 * reader of the field reports it as unclear.
 */
export function applyTransform(value: string, step: Transform, other: OtherColumn): string {
  switch (step.do) {
    case 'upper':
      return value.toUpperCase();
    case 'lower':
      return value.toLowerCase();
    case 'tidy':
      return value.replace(/\s+/gu, ' ').trim();
    case 'plain':
      return value
        .normalize('NFD')
        .replace(accents, '')
        .replace(whole, (letter) => wholeLetters[letter] ?? letter)
        .normalize('NFC');
    case 'replace':
      return replaceEverywhere(value, step);
    case 'part':
      return [...value].slice(step.start - 1, step.start - 1 + step.length).join('');
    case 'split':
      return splitAt(value, step);
    case 'around':
      return value && `${step.prefix}${value}${step.suffix}`;
    case 'pad':
      return value && step.put.repeat(Math.max(0, step.length - [...value].length)) + value;
    case 'or_column':
      return value || (other(step.column)?.trim() ?? '');
    case 'look_up':
      return step.entries.find(({ find }) => find === value)?.put ?? (step.otherwise === 'keep' ? value : '');
    case 'day':
      return readDayIn(value, step.order);
  }
}

/** Stops early with a partial result that is longer than `maxWorkedLength`. */
function replaceEverywhere(value: string, { find, put }: Extract<Transform, { do: 'replace' }>): string {
  let replaced = '';
  let from = 0;
  for (let at = value.indexOf(find); at >= 0; at = value.indexOf(find, from)) {
    replaced += value.slice(from, at) + put;
    if (replaced.length > maxWorkedLength) return replaced;
    from = at + find.length;
  }
  return replaced + value.slice(from);
}

function splitAt(value: string, { separator, take }: Extract<Transform, { do: 'split' }>): string {
  const at = value.indexOf(separator);
  if (at < 0) return value;
  return (take === 'before' ? value.slice(0, at) : value.slice(at + separator.length)).trim();
}

const dayParts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?=$|[\sT])/;

/** As `2026-11-30`. */
function readDayIn(value: string, order: 'dmy' | 'mdy'): string {
  const [, first = '', second = '', year] = dayParts.exec(value) ?? [];
  if (year === undefined) return value;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
