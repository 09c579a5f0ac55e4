import { z } from 'zod';
import type { ScriptOrder } from '../faults/run-scripts';
import { scriptNames } from '../faults/scripts';

const count = z.coerce.number().int().min(1);
const options = {
  first: count.optional(),
  every: count.optional(),
  only: z.string().optional(),
  variant: z.string().optional(),
  amount: z.coerce.number().min(0).optional(),
};
const Order = z.strictObject({ name: z.enum(scriptNames), ...options });

/** `server_error --variant 503 --first 2 and slow --amount 50` in words; `off` is no order. @throws RangeError, ZodError */
export function readOrders(words: readonly string[]): ScriptOrder[] {
  if (words.join() === 'off') return [];
  const end = words.indexOf('and');
  const [name = '', ...rest] = end < 0 ? words : words.slice(0, end);
  if (!scriptNames.some((known) => known === name)) throw new RangeError(`There is no script "${name}".`);
  const order: Record<string, string> = { name };
  for (let index = 0; index < rest.length; index += 2) {
    const option = rest[index]?.replace(/^--/, '') ?? '';
    const value = rest[index + 1];
    if (!Object.hasOwn(options, option)) throw new RangeError(`There is no option "${option}".`);
    if (value === undefined) throw new RangeError(`--${option} has no value.`);
    order[option] = value;
  }
  return [Order.parse(order), ...(end < 0 ? [] : readOrders(words.slice(end + 1)))];
}
