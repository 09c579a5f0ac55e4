import type { z } from 'zod';
import type { Act } from '../../../sandbox-kit/control/act';
import type { Running } from '../serve';
import { hardwareActs } from './hardware-acts';
import { operatorActs } from './operator-acts';
import { sandboxActs } from './sandbox-acts';

/** All commands of the sandbox, by name. Command line, help and control port derive from it. */
export const acts = { ...sandboxActs, ...operatorActs, ...hardwareActs };
type Acts = typeof acts;

/** Runs a command. @throws RangeError, ZodError for invalid arguments */
export type Perform = <N extends keyof Acts>(name: N, args: z.input<Acts[N]['args']>) => ReturnType<Acts[N]['run']>;

export const performIn =
  (running: Running): Perform =>
  <N extends keyof Acts>(name: N, args: unknown) => {
    const { args: schema, run }: Act<Running> = acts[name];
    return run(running, schema.parse(args)) as ReturnType<Acts[N]['run']>; // that act's own
  };
