/** Separate from the job's code, so that enqueueing does not import it. */
export const verifySetupJob = { name: 'entra-setup.verify', keyOf: ({ session }: { session: string }) => session };
