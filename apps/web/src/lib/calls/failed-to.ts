/** The sentence of the specification for an answer that does not say what went wrong; `what` as in 'get the details'. */
export const failedTo = (what: string) => ({ unknownError: `Failed to ${what} due to an unknown error.` });
