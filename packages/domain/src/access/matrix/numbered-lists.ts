/** Interned lists of numbers: equal lists have the same number. Number 0 is the empty list. */
export type NumberedLists = {
  /** The list that extends another by an element below `limit`. */
  longer: (list: number, element: number) => number;
  elementsOf: (list: number) => number[];
  /** Number of lists, including the empty one. */
  count: () => number;
};

/** One look-up per element, cheaper than joining lists to strings as keys. */
export function numberedLists(limit: number): NumberedLists {
  const found = new Map<number, number>();
  const [shorter, last] = [[0], [0]];
  return {
    longer: (list, element) => {
      const key = list * limit + element;
      const known = found.get(key);
      if (known !== undefined) return known;
      const number = shorter.push(list) - 1;
      last.push(element);
      found.set(key, number);
      return number;
    },
    elementsOf: (list) => {
      const elements: number[] = [];
      for (let at = list; at !== 0; at = shorter[at] ?? 0) elements.push(last[at] ?? 0);
      return elements.reverse();
    },
    count: () => shorter.length,
  };
}
