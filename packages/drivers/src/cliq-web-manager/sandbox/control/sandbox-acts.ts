import { z } from 'zod';
import { stateOf } from '../inspect';
import { switchScripts } from '../serve';
import { act } from './act';
import { readOrders } from './script-orders';

const usage = '<script> [--variant v] [--amount n] [--first n] [--every n] [--only operation] [and <script> ...]';

/** What is done to the sandbox rather than in the key system. */
export const sandboxActs = {
  state: act('Shows how things stand', {}, stateOf),
  calls: act('Shows what has arrived since scripts were last switched', {}, ({ scripts }) => scripts.calls()),
  script: act(
    'Makes things go wrong from now on; "off" ends it',
    { orders: z.array(z.string()).meta({ usage }).transform(readOrders) },
    (running, { orders }) => {
      switchScripts(running, orders);
      return running.scripts.orders();
    },
  ),
  profile: act(
    'Offers the query service only, or everything',
    { profile: z.enum(['query_only', 'full']) },
    (running, { profile }) => {
      running.profile = profile;
      return { profile };
    },
  ),
  advance: act(
    'Puts the clock ahead by 2d, 3h, 10m or 30s; it never goes back',
    { time: z.string().transform(durationOf) },
    ({ system: { clock } }, { time }) => {
      clock.advance(time);
      return { clock: clock.now().toISOString() };
    },
  ),
};

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxMs = 36_500 * 86_400_000;

function durationOf(text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (units[unit] ?? Number.NaN);
  if (ms <= maxMs) return ms;
  throw new RangeError(`"${text}" is no time. Say 2d, 3h, 10m or 30s, at most 100 years.`);
}
