/** What a code on a label says: the first of the names of a key that a scan does not take apart at a space. */
export const scannable = (names: readonly string[]): string | null =>
  names.find((name) => name !== '' && !/[\s\p{Cc}]/u.test(name)) ?? null;
