/** Separate from the job's code, so that enqueueing does not import it. Its key is the id of the source. */
export const pullSourceJob = 'source-webhooks.pull';
