import { z } from 'zod';
import type { Script } from '../faults/run-scripts';
import type { Act } from './act';

/** The commands of one kind of sandbox, by name. */
export type Acts<Running> = Readonly<Record<string, Act<Running>>>;

type Field = { name: string; type?: string; enum?: string[]; usage?: string; isOptional: boolean };

/** The command-line arguments of an act, in order; a list is the last one. */
function fieldsOf({ args }: { args: z.ZodObject }): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(args, { io: 'input' });
  const fields = Object.entries(properties).map(([name, schema]) => {
    return { ...(schema as Partial<Field>), name, isOptional: !required.includes(name) }; // acts take texts and lists of them
  });
  const list = fields.findIndex(({ type }) => type === 'array');
  return list === -1 ? fields : fields.slice(0, list + 1);
}

/**
 * Parses the words of a command line: arguments in order, and optional ones also as `--name value`, where no list follows.
 * @throws RangeError, ZodError that describe what is wrong
 */
export function readWords<Running>(
  acts: Acts<Running>,
  [name = '', ...words]: readonly string[],
): { act: Act<Running>; args: Record<string, unknown> } {
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (!act) throw new RangeError(`There is no command "${name}". There are: ${Object.keys(acts).join(', ')}.`);
  const left = [...words];
  const args: Record<string, unknown> = {};
  const fields = fieldsOf(act);
  if (!fields.some(({ type }) => type === 'array')) {
    for (const { name: option, isOptional } of fields) {
      const at = isOptional ? left.indexOf(`--${option}`) : -1;
      if (at === -1) continue;
      [, args[option]] = left.splice(at, 2);
      if (args[option] === undefined) throw new RangeError(`--${option} has no value.`);
    }
  }
  for (const field of fields) {
    if (field.name in args) continue;
    if (field.type === 'array') args[field.name] = left.splice(0);
    else if (left.length > 0) args[field.name] = left.shift();
    else if (!field.isOptional) throw new RangeError(`${field.name} is missing.`);
  }
  if (left.length > 0) throw new RangeError(`"${left[0]}" is one word too many.`);
  return { act, args: act.args.parse(args) };
}

type Described = { does: string; args: z.ZodObject };
type Offer = { acts: Readonly<Record<string, Described>>; scripts: Readonly<Record<string, ScriptDescription>> };
type ScriptDescription = Pick<Script<never, never>, 'does' | 'variants' | 'amount'>;

/** Help text: the commands and fault scripts of one sandbox. */
export function helpOf({ acts, scripts }: Offer): string {
  const width = Math.max(...Object.keys(scripts).map((name) => name.length));
  return [
    ...Object.entries(acts).flatMap(([name, act]) => [
      `  ${[name, ...fieldsOf(act).map(usageOf)].join(' ')}`,
      `      ${act.does}.`,
    ]),
    '',
    'Scripts:',
    ...Object.entries(scripts).map(([name, script]) => `  ${name.padEnd(width)}  ${describe(script)}`),
    '',
  ].join('\n');
}

function usageOf({ name, type, usage, isOptional, ...field }: Field): string {
  if (usage) return usage;
  const value = `<${field.enum?.join(' or ') ?? name}>`;
  if (type === 'array') return `[${value} ...]`;
  return isOptional ? `[${value}]` : value;
}

function describe({ does, variants, amount }: ScriptDescription): string {
  const named = variants ? ` Variants: ${variants.join(', ')}.` : '';
  const counted = amount ? ` Amount in ${amount.unit}; usually ${amount.usual}.` : '';
  return does + named + counted;
}
