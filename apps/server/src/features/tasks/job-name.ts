/** Named apart from its code, so that enqueueing does not need to know what runs. */
export const runTaskJob = { name: 'tasks.run', keyOf: ({ task_id }: { task_id: string }) => task_id };
