import type { Deps } from '#platform/deps';
import { every, hourly } from '#platform/jobs/intervals';
import type { ServerProvider } from '#platform/server-provider';
import { expired } from './set-up/present';
import { expireSetups, forgetSetups } from './set-up/queries';
import { verifyJob, verifyPauses } from './set-up/verify/verify-setup.job';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

export const jobs = (deps: Deps) => [
  {
    // Checks of a set-up. Requested by a consent or by an application that was entered.
    // Reports: the checks of the set-up, and an audit event once they have passed or failed. Ends when its time for a consent is over.
    ...verifyJob(deps),
    backoff: verifyPauses,
    limits: { pieceMs: minuteMs, deadlineMs: minuteMs, maxFailures: Number.POSITIVE_INFINITY },
  },
];

export const schedules: NonNullable<ServerProvider['schedules']> = ({ db }) => [
  {
    // Ends set-ups that were left unfinished, and deletes their secrets.
    name: 'expire-entra-setups',
    ...every(2 * secondMs),
    shared: 'repeat',
    run: () => expireSetups(db, expired),
  },
  { name: 'delete-old-entra-setups', ...hourly(5), shared: 'repeat', run: () => forgetSetups(db) },
];
