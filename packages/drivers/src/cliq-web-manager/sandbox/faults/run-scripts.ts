import type { ReceivedCall } from '../services/answer';
import type { ConnectionFault, Fault } from './faults';
import { type Script, type ScriptName, type Setting, scripts } from './scripts';

/** Which script runs, and when. All that is left out narrows nothing. */
export type ScriptOrder = {
  name: ScriptName;
  /** The first so many calls only. */
  first?: number;
  /** Every so manieth call only; together with `first`, of those. */
  every?: number;
  /** Calls of this operation, such as `getPersons` or `GET persons`, or whose path has this in it. */
  only?: string;
  variant?: string;
  amount?: number;
};

/** A call or, while a script spoils connections, a connection. */
export type SeenCall = {
  method: string;
  path: string;
  /** `connect` for a connection. */
  operation: string;
  /** What was done to it. */
  script: ScriptName | null;
};

export type ScriptRunner = {
  /** Ends what was running; counting begins anew. @throws RangeError naming what is wrong with an order */
  run(orders: readonly ScriptOrder[]): void;
  orders(): ScriptOrder[];
  /** Whether any of them needs new connections to show. */
  spoilsConnections(): boolean;
  /** Since `run` was called last, oldest first; the newest thousands only. */
  calls(): SeenCall[];
  onConnection(): ConnectionFault | undefined;
  onCall(call: ReceivedCall): Fault | undefined;
};

type Running = { order: ScriptOrder; script: Script; setting: Setting; met: number };

const remembered = 20_000;

/** `self` is the address of the sandbox. Of several scripts that fit, the one named first counts. */
export function createScriptRunner(self: () => string): ScriptRunner {
  let running: Running[] = [];
  let seen: SeenCall[] = [];

  const note = (call: SeenCall) => {
    if (seen.push(call) > remembered) seen = seen.slice(-remembered / 2);
  };

  return {
    run(orders) {
      running = orders.map((order) => prepare(order, self()));
      seen = [];
    },
    orders: () => running.map(({ order }) => order),
    spoilsConnections: () => running.some(({ script }) => 'connection' in script),
    calls: () => [...seen],
    onConnection() {
      const spoilers = running.filter(({ script }) => 'connection' in script);
      const turn = spoilers.find(takesTurn);
      if (spoilers.length > 0) note({ method: '', path: '', operation: 'connect', script: turn?.order.name ?? null });
      return turn && 'connection' in turn.script ? turn.script.connection : undefined;
    },
    onCall(call) {
      const { method, path, operation } = call;
      for (const script of running) {
        const fault = faultOf(script, call);
        if (!fault || !takesTurn(script)) continue;
        note({ method, path, operation, script: script.order.name });
        return fault;
      }
      note({ method, path, operation, script: null });
      return undefined;
    },
  };
}

function prepare(order: ScriptOrder, self: string): Running {
  const script: Script | undefined = scripts[order.name];
  if (!script) throw new RangeError(`There is no script ${order.name}.`);
  const { variants = [''], amount } = script;
  const variant = order.variant ?? variants[0];
  if (!variants.includes(variant)) {
    throw new RangeError(
      `${order.name} has no variant ${variant}${script.variants ? `: ${variants.join(', ')}` : ''}.`,
    );
  }
  for (const [name, value] of [['first', order.first] as const, ['every', order.every] as const]) {
    if (value !== undefined && !(Number.isInteger(value) && value > 0)) {
      throw new RangeError(`${name} is a whole number from 1.`);
    }
  }
  const setting = { variant, amount: order.amount ?? amount?.usual ?? 0, self };
  if (!(setting.amount >= 0)) throw new RangeError('amount is a number that is not negative.');
  return { order, script, setting, met: 0 };
}

function faultOf({ order, script, setting }: Running, call: ReceivedCall): Fault | undefined {
  if (!('call' in script)) return undefined;
  if (order.only !== undefined && order.only !== call.operation && !call.path.includes(order.only)) return undefined;
  return script.call(setting, call);
}

/** Counts what it could be done to, and says whether it is. */
function takesTurn(running: Running): boolean {
  const { first = Number.POSITIVE_INFINITY, every = 1 } = running.order;
  running.met++;
  return running.met <= first && running.met % every === 0;
}
