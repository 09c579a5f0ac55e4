import { type PerformOf, performOf } from '../../../sandbox-kit/control/act';
import type { Running } from '../running';
import { applicationActs } from './application-acts';
import { organisationActs } from './organisation-acts';
import { personActs } from './person-acts';
import { sandboxActs } from './sandbox-acts';

/** All commands of the sandbox, by name. Command line, help and control port derive from it. */
export const acts = { ...sandboxActs, ...personActs, ...organisationActs, ...applicationActs };

/** Runs a command. @throws RangeError, ZodError for invalid arguments */
export type Perform = PerformOf<typeof acts>;

export const performIn = (running: Running): Perform => performOf(acts, running);
