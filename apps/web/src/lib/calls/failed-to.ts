/** The specification's sentence for an answer without a reason; `what` as in 'get the details'. */
export const failedTo = (what: string) => ({ unknownError: `Failed to ${what} due to an unknown error.` });
