import { z } from 'zod';
import { type Script, scriptNames, scripts } from '../faults/scripts';
import type { Act } from './act';
import { acts } from './acts';

const known: ReadonlyMap<string, Act> = new Map(Object.entries(acts));

type Field = { name: string; type?: string; enum?: string[]; usage?: string; isOptional: boolean };

/** What an act takes in words, in order; nothing can follow a list. */
function fieldsOf({ args }: Act): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(args, { io: 'input' });
  const fields = Object.entries(properties).map(([name, schema]) => {
    return { ...(schema as Partial<Field>), name, isOptional: !required.includes(name) }; // acts take texts and lists of them
  });
  const list = fields.findIndex(({ type }) => type === 'array');
  return list === -1 ? fields : fields.slice(0, list + 1);
}

/** What the words of a command line want done. @throws RangeError, ZodError that tell what is wrong with them */
export function readWords([name = '', ...words]: readonly string[]): { act: Act; args: Record<string, unknown> } {
  const act = known.get(name);
  if (!act) throw new RangeError(`There is no command "${name}". There are: ${[...known.keys()].join(', ')}.`);
  const left = [...words];
  const args: Record<string, unknown> = {};
  for (const field of fieldsOf(act)) {
    if (field.type === 'array') args[field.name] = left.splice(0);
    else if (left.length > 0) args[field.name] = left.shift();
    else if (!field.isOptional) throw new RangeError(`${field.name} is missing.`);
  }
  if (left.length > 0) throw new RangeError(`"${left[0]}" is one word too many.`);
  return { act, args: act.args.parse(args) };
}

/** Everything there is to say, as a text for a terminal. */
export const sandboxHelp = (): string =>
  [
    'npm run sandbox -- <command>    The sandbox that "npm start" has started',
    '',
    ...[...known].flatMap(([name, act]) => [
      `  ${[name, ...fieldsOf(act).map(usageOf)].join(' ')}`,
      `      ${act.does}.`,
    ]),
    '',
    'Scripts:',
    ...scriptNames.map((name) => `  ${name.padEnd(longest)}  ${describe(scripts[name])}`),
    '',
  ].join('\n');

const longest = Math.max(...scriptNames.map((name) => name.length));

function usageOf({ name, type, usage, isOptional, ...field }: Field): string {
  if (usage) return usage;
  const value = `<${field.enum?.join(' or ') ?? name}>`;
  if (type === 'array') return `[${value} ...]`;
  return isOptional ? `[${value}]` : value;
}

function describe({ does, variants, amount }: Script): string {
  const named = variants ? ` Variants: ${variants.join(', ')}.` : '';
  const counted = amount ? ` Amount in ${amount.unit}; usually ${amount.usual}.` : '';
  return does + named + counted;
}
