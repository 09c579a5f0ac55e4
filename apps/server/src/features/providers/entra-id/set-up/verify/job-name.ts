/** Separate from the job's code, so that enqueueing does not import it. Its key is the session. */
export const verifySetupJob = 'entra-setup.verify';
