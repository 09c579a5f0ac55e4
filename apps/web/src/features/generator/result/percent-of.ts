/** Whole percent, rounded down, so that 100 % is shown only where nothing is missing. */
export const percentOf = (share: number): number => Math.floor(share * 100 + 1e-9);
