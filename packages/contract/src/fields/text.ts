import { z } from 'zod';
import { type FieldError, fieldError } from './field-error';
import * as fieldWords from './field-words';
import { lines, oneLine } from './field-words';

/** Longest input as a multiple of `max`: leaves room for white space and invisible characters, which do not count. */
const slack = 4;

/** NUL and lone surrogates, which the database cannot store. */
const unstorable = /[\0\p{Cs}]/u;
export const isStorable = (text: string): boolean => !unstorable.test(text);

/** Control characters, lone surrogates, and direction marks that disguise a text. */
const unfit = /(?![\t\n\r])[\p{Cc}\p{Cs}]|[\u202A-\u202E\u2066-\u2069]/u;
const lineBreak = /[\t\n\r\p{Zl}\p{Zp}]/u;
const notOneLine = new RegExp(`(?:${unfit.source}|${lineBreak.source})+`, 'gu');

/** After one of these, but not after letters of scripts without joining or variants. */
const after = (kinds: string) => String.raw`(?<=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[${kinds}])`;
const joined = String.raw`\p{L}\p{Extended_Pictographic}`;
const joiner = String.raw`${after(String.raw`${joined}\p{M}\p{Emoji_Modifier}`)}[\u200C\u200D](?=[${joined}])`;
const variant = String.raw`${after(joined)}[\u180B-\u180D\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;

/** Invisible characters, except joiners and variation selectors where they affect their neighbours. */
const unseen = new RegExp(String.raw`(?!${joiner}|${variant})\p{Default_Ignorable_Code_Point}`, 'gu');
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\u2800]/u;

/** Repeats, because removing one may leave another without effect. */
function withoutUnseen(text: string): string {
  const rest = text.replace(unseen, '');
  return rest === text ? text : withoutUnseen(rest);
}

const clean = (text: string): string => withoutUnseen(text).normalize('NFC').trim();

/** In code points, as the database counts. */
const lengthOf = (text: string): number => [...text].length;

/** Turns external text into a line that can be suggested as a name. */
export const fitLine = (text: string, max: number): string =>
  [...text.replace(notOneLine, ' ')].slice(0, max).join('').trim();

/** External text stored unchanged: column names, labels of a sheet, titles. */
export const storableText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, { error: fieldError({ unstorable: fieldWords.unstorable }) });

type LineRules = {
  /** Default 1. */
  min?: number;
  max: number;
  /** The problem if it is too short. */
  short?: FieldError;
  /** The problem if it is missing; by default the same as too short. */
  missing?: FieldError | undefined;
};

/**
 * One line that people type, normalised so that lines that look the same are equal: NFC, single spaces, no invisible
 * characters. Lengths count code points.
 */
export function lineOf({ min = 1, max, short, missing = short }: LineRules) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? missing : short)?.(issue) })
    .max(max * slack, { error: tooLong(max), abort: true })
    .trim()
    .refine((text) => text.search(notOneLine) < 0, {
      error: fieldError({ oneLine }),
      abort: true,
    })
    .overwrite((text) => clean(text).replace(/\p{Zs}+/gu, ' '))
    .refine((text) => text === '' || visible.test(text), {
      error: fieldError({ visible: fieldWords.visible }),
      abort: true,
    })
    .refine((text) => lengthOf(text) >= min, { ...(short && { error: short }), abort: true })
    .refine((text) => lengthOf(text) <= max, { error: tooLong(max) })
    .meta({ minLength: min, maxLength: max });
}

/** Several lines that people type, stored as `lineOf` does but with their line breaks and spaces. */
export const paragraphsOf = (max: number, missing?: FieldError) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing?.(issue) : undefined) })
    .max(max * slack, { error: tooLong(max), abort: true })
    .trim()
    .refine((text) => !unfit.test(text), { error: fieldError({ lines }), abort: true })
    .overwrite((text) => clean(text).replace(/\r\n?/g, '\n'))
    .refine((text) => lengthOf(text) <= max, { error: tooLong(max) })
    .meta({ maxLength: max });

const tooLong = (most: number) => fieldError({ tooLong: fieldWords.tooLong }, { most });
