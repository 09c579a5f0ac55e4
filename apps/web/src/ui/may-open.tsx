import { createContext, useContext } from 'react';

type Check = (to: unknown) => boolean;

const MayOpen = createContext<Check>(() => true);

/** Tells links which places are open to whoever is signed in. Without it all are. */
export const MayOpenProvider = MayOpen.Provider;

/** Answers whether the place that a link names is open to whoever is signed in. */
export const useMayOpen = (): Check => useContext(MayOpen);
