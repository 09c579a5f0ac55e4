/** Separate from the job's code, so that enqueueing does not import it. Its key is the id of the task. */
export const runTaskJob = 'tasks.run';
