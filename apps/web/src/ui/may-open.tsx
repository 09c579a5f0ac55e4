import { createContext, useContext } from 'react';

type Check = (to: unknown) => boolean;

const MayOpen = createContext<Check>(() => true);

/** Provides which routes the signed-in user may open; all of them without a provider. */
export const MayOpenProvider = MayOpen.Provider;

/** Returns a check whether the signed-in user may open the target of a link. */
export const useMayOpen = (): Check => useContext(MayOpen);
