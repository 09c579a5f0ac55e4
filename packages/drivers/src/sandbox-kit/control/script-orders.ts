import { z } from 'zod';
import type { ScriptOrder } from '../faults/run-scripts';

const options = { first: Number, every: Number, during: Number, only: String, variant: String, amount: Number };

const usage =
  '<script> [--variant v] [--amount n] [--first n] [--every n] [--during ms] [--only operation] [and <script> ...]';

/** The arguments of the act `script`. */
export const ordersOf = <N extends string>(names: readonly N[]) =>
  z
    .array(z.string())
    .meta({ usage })
    .transform((words) => readOrders(names, words));

/** `server_error --variant 503 --first 2 and slow --amount 50` in words; `off` is no order. @throws RangeError */
function readOrders<N extends string>(names: readonly N[], words: readonly string[]): ScriptOrder<N>[] {
  if (words.join() === 'off') return [];
  const end = words.indexOf('and');
  const [first = '', ...rest] = end < 0 ? words : words.slice(0, end);
  const name = names.find((known) => known === first);
  if (!name) throw new RangeError(`There is no script "${first}".`);
  const given: Record<string, string | number> = {};
  for (let index = 0; index < rest.length; index += 2) {
    const option = rest[index]?.replace(/^--/, '') ?? '';
    const value = rest[index + 1];
    if (!Object.hasOwn(options, option)) throw new RangeError(`There is no option "${option}".`);
    if (value === undefined) throw new RangeError(`--${option} has no value.`);
    given[option] = options[option as keyof typeof options](value); // it is one of them
  }
  return [{ name, ...given }, ...(end < 0 ? [] : readOrders(names, words.slice(end + 1)))];
}
