import { z } from 'zod';
import { isStorable, unstorableText } from './text';

const maxDepth = 10;
const maxValues = 200;
const maxCharacters = 16 * 1_024;

const tooDeep = `At most ${maxDepth} levels inside each other, please.`;
const tooMany = `At most ${maxValues} values in all, please.`;
const tooLarge = 'At most 16 KiB as JSON, please.';

type Place = { value: unknown; path: string[] };
type Problem = { path: string[]; message: string };

/** A JSON object with members of the caller's choice, within limits. */
export const FreeObject = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    const problem = problemOf(value);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  })
  .describe('At most 16 KiB as JSON, 200 values in all and 10 levels inside each other.');

/** Iterative and bounded by the limits, because callers choose depth and size. */
function problemOf(root: object): Problem | undefined {
  const open: Place[] = [{ value: root, path: [] }];
  let values = 0;
  let characters = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, path } = place;
    const isContainer = typeof value === 'object' && value !== null;
    if (isContainer && path.length >= maxDepth) return { path, message: tooDeep };
    for (const text of [path.at(-1), value]) {
      if (typeof text !== 'string') continue;
      characters += text.length;
      if (characters > maxCharacters) return { path: [], message: tooLarge };
      if (!isStorable(text)) return { path, message: unstorableText };
    }
    if (!isContainer) continue;
    const members = Object.entries(value);
    values += members.length;
    if (values > maxValues) return { path: [], message: tooMany };
    for (const [name, member] of members) open.push({ value: member, path: [...path, name] });
  }
  return JSON.stringify(root).length > maxCharacters ? { path: [], message: tooLarge } : undefined;
}
