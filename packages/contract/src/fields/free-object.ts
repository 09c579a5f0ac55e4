import { z } from 'zod';
import { type FieldProblem, fieldProblem } from './field-error';
import * as fieldWords from './field-words';
import { isStorable } from './text';

const maxDepth = 10;
const maxValues = 200;
const maxCharacters = 16 * 1_024;

const tooDeep = fieldProblem({ tooDeep: fieldWords.tooDeep }, { most: maxDepth });
const tooMany = fieldProblem({ tooMany: fieldWords.tooMany }, { most: maxValues });
const tooLarge = fieldProblem({ tooLarge: fieldWords.tooLarge });
const unstorable = fieldProblem({ unstorable: fieldWords.unstorable });

type Place = { value: unknown; path: string[] };
type Problem = { path: string[] } & FieldProblem;

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
    if (isContainer && path.length >= maxDepth) return { path, ...tooDeep };
    for (const text of [path.at(-1), value]) {
      if (typeof text !== 'string') continue;
      characters += text.length;
      if (characters > maxCharacters) return { path: [], ...tooLarge };
      if (!isStorable(text)) return { path, ...unstorable };
    }
    if (!isContainer) continue;
    const members = Object.entries(value);
    values += members.length;
    if (values > maxValues) return { path: [], ...tooMany };
    for (const [name, member] of members) open.push({ value: member, path: [...path, name] });
  }
  return JSON.stringify(root).length > maxCharacters ? { path: [], ...tooLarge } : undefined;
}
