/** Markings for the example when the key system has too few. */
const invented = { cylinders: ['Z 101', 'Z 102', 'Z 103', 'Z 104'], keys: ['K 1', 'K 2', 'K 3'] };

type Markings = { cylinders: readonly string[]; keys: readonly string[] };

const rights = [
  [true, true, true, true],
  [true, false, true, false],
  [false, true, false, false],
];

export type ExampleSheet = {
  cylinders: readonly string[];
  rows: readonly { key: string; rights: readonly boolean[] }[];
};

/** Four cylinders and three keys, with this key system's markings if it has enough. */
export function exampleSheet({ cylinders, keys }: Markings): ExampleSheet {
  const own = <T>(markings: readonly T[], others: readonly T[]) =>
    markings.length >= others.length ? markings.slice(0, others.length) : others;
  const named = own(keys, invented.keys);
  return {
    cylinders: own(cylinders, invented.cylinders),
    rows: rights.map((row, at) => ({ key: named[at] ?? '', rights: row })),
  };
}
