import { createContext, useContext } from 'react';

/** The rows of the list whose details are open. */
export type DrawerRows = {
  /** Absent at the end. */
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
  /** The row that keyboard navigation continues from. */
  home: () => HTMLElement | null | undefined;
};

/** Provided by a list to its drawer, to step from row to row. */
export const DrawerRowsContext = createContext<DrawerRows | undefined>(undefined);

export const useDrawerRows = () => useContext(DrawerRowsContext);
