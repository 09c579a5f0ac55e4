import { createContext, useContext } from 'react';

type Check = (to: unknown) => boolean;

const MayOpen = createContext<Check>(() => true);

/** Tells links which places the signed-in person may open; all of them without a provider. */
export const MayOpenProvider = MayOpen.Provider;

/** Checks whether the signed-in person may open the target of a link. */
export const useMayOpen = (): Check => useContext(MayOpen);
