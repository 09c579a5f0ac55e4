import type { WorkItem } from '@key2xs/contract';
import { useState } from 'react';

/** The selected entries, kept over pages. They are remembered whole: what can be done depends on their state. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, WorkItem>>(new Map());
  const set = (items: readonly WorkItem[], isChosen: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const item of items) {
        if (isChosen) next.set(item.id, item);
        else next.delete(item.id);
      }
      return next;
    });
  return {
    selected: [...selected.values()],
    has: (id: string) => selected.has(id),
    set,
    clear: () => setSelected(new Map()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
