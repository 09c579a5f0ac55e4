/** Separate from the job's code, so that enqueueing does not import it. */
export const runTaskJob = { name: 'tasks.run', keyOf: ({ task_id }: { task_id: string }) => task_id };
