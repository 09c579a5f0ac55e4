import type { ScriptOrder } from '../faults/run-scripts';
import { scriptNames } from '../faults/scripts';

const options = { first: Number, every: Number, only: String, variant: String, amount: Number };

/** `server_error --variant 503 --first 2 and slow --amount 50` in words; `off` is no order. @throws RangeError */
export function readOrders(words: readonly string[]): ScriptOrder[] {
  if (words.join() === 'off') return [];
  const end = words.indexOf('and');
  const [first = '', ...rest] = end < 0 ? words : words.slice(0, end);
  const name = scriptNames.find((known) => known === first);
  if (!name) throw new RangeError(`There is no script "${first}".`);
  const given: Record<string, string | number> = {};
  for (let index = 0; index < rest.length; index += 2) {
    const option = rest[index]?.replace(/^--/, '') ?? '';
    const value = rest[index + 1];
    if (!Object.hasOwn(options, option)) throw new RangeError(`There is no option "${option}".`);
    if (value === undefined) throw new RangeError(`--${option} has no value.`);
    given[option] = options[option as keyof typeof options](value); // it is one of them
  }
  return [{ name, ...given }, ...(end < 0 ? [] : readOrders(words.slice(end + 1)))];
}
