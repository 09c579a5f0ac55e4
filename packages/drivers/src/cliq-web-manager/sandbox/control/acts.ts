import { type PerformOf, performOf } from '../../../sandbox-kit/control/act';
import type { Running } from '../serve';
import { hardwareActs } from './hardware-acts';
import { operatorActs } from './operator-acts';
import { sandboxActs } from './sandbox-acts';

/** All commands of the sandbox, by name. Command line, help and control port derive from it. */
export const acts = { ...sandboxActs, ...operatorActs, ...hardwareActs };

/** Runs a command. @throws RangeError, ZodError for invalid arguments */
export type Perform = PerformOf<typeof acts>;

export const performIn = (running: Running): Perform => performOf(acts, running);
