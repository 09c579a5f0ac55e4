/** Named apart from its code, so that enqueueing does not need to know what runs. */
export const runTaskJob = { name: 'tasks.run' };
