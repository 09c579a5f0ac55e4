import { createContext, useContext } from 'react';

/** The rows of the list whose details are open. */
export type DrawerRows = {
  /** Absent at the end. */
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
  /** The row on which the list goes on. */
  home: () => HTMLElement | null | undefined;
};

/** Given by a list to the drawer beside it, so that it can go from row to row. */
export const DrawerRowsContext = createContext<DrawerRows | undefined>(undefined);

export const useDrawerRows = () => useContext(DrawerRowsContext);
