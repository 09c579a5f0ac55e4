import { z } from 'zod';
import { actsOn, Duration } from '../../../sandbox-kit/control/act';
import { ordersOf } from '../../../sandbox-kit/control/script-orders';
import { scriptNames } from '../faults/scripts';
import { stateOf } from '../inspect';
import type { Running } from '../serve';
import { switchScripts } from '../serve';

const act = actsOn<Running>();

/** Commands for the sandbox itself, not the key system. */
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
    { time: Duration },
    ({ system: { clock } }, { time }) => {
      clock.advance(time);
      return { clock: clock.now().toISOString() };
    },
  ),
};
