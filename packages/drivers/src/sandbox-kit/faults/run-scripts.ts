import type { Call, ConnectionFault, WireFault } from './faults';

/** The settings of a script: variant, amount, and the address of the sandbox. */
export type Setting = { variant: string; amount: number; self: string };

/** A named fault script. `F` are the faults specific to its sandbox. */
export type Script<C extends Call, F> = {
  /** One sentence for the help. */
  does: string;
  /** The first is the default. */
  variants?: readonly [string, ...string[]];
  /** Unit and default of the amount. */
  amount?: { unit: 'ms' | 'seconds' | 'MiB' | 'bytes' | 'per cent' | 'times'; usual: number };
} & (
  | { connection: ConnectionFault }
  /** Undefined for calls that it does not affect. */
  | { call: (setting: Setting, call: C) => WireFault | F | undefined }
);

/** Which script to run, and optional limits. */
export type ScriptOrder<N extends string = string> = {
  name: N;
  /** Only this many calls. */
  first?: number;
  /** Only every nth call; `first` then counts those. */
  every?: number;
  /** Only for this many milliseconds from now, by the clock of the sandbox. */
  during?: number;
  /** Only calls of this operation, such as `getPersons` or `GET persons`, or with this in their path. */
  only?: string;
  variant?: string;
  amount?: number;
};

/** A call or, for connection scripts, a connection. */
export type SeenCall<N extends string = string> = {
  /** Arrival in milliseconds since 1970, by the clock of the sandbox. */
  at: number;
  method: string;
  path: string;
  /** `connect` for a connection. */
  operation: string;
  /** The script that affected it. */
  script: N | null;
};

export type ScriptRunner<C extends Call, F, N extends string> = {
  /** Replaces the running scripts, and restarts the count. @throws RangeError for an invalid order */
  run(orders: readonly ScriptOrder<N>[]): void;
  orders(): ScriptOrder<N>[];
  /** Whether any of them affects new connections. */
  spoilsConnections(): boolean;
  /** Since the last `run`, oldest first; only the newest thousands are kept. */
  calls(): SeenCall<N>[];
  onConnection(): ConnectionFault | undefined;
  onCall(call: C): WireFault | F | undefined;
};

type Running<C extends Call, F, N extends string> = {
  order: ScriptOrder<N>;
  script: Script<C, F>;
  setting: Setting;
  /** In milliseconds since 1970. */
  until: number;
  met: number;
};

type Stage<C extends Call, F, N extends string> = {
  scripts: Readonly<Record<N, Script<C, F>>>;
  /** The address of the sandbox. */
  self: () => string;
  now: () => Date;
};

const maxLogged = 20_000;

/** The first matching script wins. */
export function createScriptRunner<C extends Call, F, N extends string>(stage: Stage<C, F, N>): ScriptRunner<C, F, N> {
  let running: Running<C, F, N>[] = [];
  let seen: SeenCall<N>[] = [];

  const takesTurn = (script: Running<C, F, N>) => isTurn(script, stage.now());
  const note = (call: Omit<SeenCall<N>, 'at'>) => {
    if (seen.push({ at: stage.now().getTime(), ...call }) > maxLogged) seen = seen.slice(-maxLogged / 2);
  };

  return {
    run(orders) {
      running = orders.map((order) => prepare(order, stage));
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

function prepare<C extends Call, F, N extends string>(
  order: ScriptOrder<N>,
  { scripts, self, now }: Stage<C, F, N>,
): Running<C, F, N> {
  const script: Script<C, F> | undefined = scripts[order.name];
  if (!script) throw new RangeError(`There is no script ${order.name}.`);
  const { variants = [''], amount } = script;
  const variant = order.variant ?? variants[0];
  if (!variants.includes(variant)) {
    throw new RangeError(
      `${order.name} has no variant ${variant}${script.variants ? `: ${variants.join(', ')}` : ''}.`,
    );
  }
  for (const [name, value] of Object.entries({ first: order.first, every: order.every, during: order.during })) {
    if (value !== undefined && !(Number.isInteger(value) && value > 0)) {
      throw new RangeError(`${name} is a whole number from 1.`);
    }
  }
  const setting = { variant, amount: order.amount ?? amount?.usual ?? 0, self: self() };
  if (!(setting.amount >= 0)) throw new RangeError('amount is a number that is not negative.');
  const until = now().getTime() + (order.during ?? Number.POSITIVE_INFINITY);
  return { order, script, setting, until, met: 0 };
}

function faultOf<C extends Call, F, N extends string>(
  { order, script, setting }: Running<C, F, N>,
  call: C,
): WireFault | F | undefined {
  if (!('call' in script)) return undefined;
  if (order.only !== undefined && order.only !== call.operation && !call.path.includes(order.only)) return undefined;
  return script.call(setting, call);
}

/** Counts a matching call, and decides whether the script affects it. */
function isTurn<C extends Call, F, N extends string>(running: Running<C, F, N>, now: Date): boolean {
  if (now.getTime() >= running.until) return false;
  const { first = Number.POSITIVE_INFINITY, every = 1 } = running.order;
  running.met++;
  return running.met <= first && running.met % every === 0;
}
