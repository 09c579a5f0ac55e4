/** What begins the names of the list of rights in the URL. */
export const rightsPrefix = 'right_';

/** Shows another moment: lists begin with their first row, and who is still recorded is known of today alone. */
export const atMoment = (at: string | undefined): object => ({
  at,
  layer: undefined,
  [`${rightsPrefix}offset`]: undefined,
});
