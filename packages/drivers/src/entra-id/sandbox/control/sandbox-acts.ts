import { z } from 'zod';
import { actsOn, Duration } from '../../../sandbox-kit/control/act';
import { ordersOf } from '../../../sandbox-kit/control/script-orders';
import { scriptNames } from '../faults/scripts';
import { stateOf } from '../inspect';
import type { Running } from '../running';
import { switchScripts } from '../serve';

const act = actsOn<Running>();

const Count = z.string().default('1').transform(Number).pipe(z.int().min(0).max(10_000));

/** Commands for the sandbox itself, not the directory. */
export const sandboxActs = {
  state: act('Shows how things stand', {}, stateOf),
  calls: act('Shows what has arrived since scripts were last switched', {}, ({ scripts }) => scripts.calls()),
  script: act(
    'Makes things go wrong from now on; "off" ends it',
    { orders: ordersOf(scriptNames) },
    (running, { orders }) => {
      switchScripts(running, orders);
      return running.scripts.orders();
    },
  ),
  advance: act(
    'Puts the clock ahead by 2d, 3h, 10m or 30s; it never goes back',
    { time: Duration },
    ({ system: { clock }, outbox }, { time }) => {
      clock.advance(time);
      outbox.tick();
      return { clock: clock.now().toISOString() };
    },
  ),
  deliver: act(
    'Sends every notification so many times from now on: 0 is never, 1 as usual',
    { copies: Count },
    ({ outbox }, { copies }) => {
      outbox.delivery.copies = copies;
      return { copies };
    },
  ),
  handshake: act(
    'Has new subscriptions validated as usual, never validated, or refused as too many',
    { how: z.enum(['as_usual', 'lost', 'over_quota']) },
    (running, { how }) => {
      running.handshake = how;
      return { how };
    },
  ),
};
