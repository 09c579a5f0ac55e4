import { useState } from 'react';

/** Selected records, kept across pages. Stored whole, because the possible actions depend on their state. */
export function useSelection<Row>(keyOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const set = (rows: readonly Row[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (isChosen) next.set(keyOf(row), row);
        else next.delete(keyOf(row));
      }
      return next;
    });
  return {
    selected: [...chosen.values()],
    has: (row: Row) => chosen.has(keyOf(row)),
    set,
    clear: () => setChosen(new Map()),
  };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
