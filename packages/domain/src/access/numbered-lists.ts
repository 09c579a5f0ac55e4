/** Lists of numbers, each with a number of its own: equal lists have the same one. Number 0 is the empty list. */
export type NumberedLists = {
  /** The list that goes on from another with an element below `limit`. */
  longer: (list: number, element: number) => number;
  elementsOf: (list: number) => number[];
  /** How many there are, the empty one included. */
  count: () => number;
};

/** Costs one look-up an element, where comparing lists as texts writes each of them out. */
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
