import { Fragment, type ReactNode, useEffect, useState } from 'react';

const tokenInAddress = () => window.location.hash.slice(1);

/**
 * The page of a mailed link, for the token behind the # of the address: empty where there is none. Another link that is followed
 * in the same tab opens it anew.
 */
export function ForLinkToken({ children }: { children: (token: string) => ReactNode }) {
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    const take = () => {
      const taken = tokenInAddress();
      if (!taken) return;
      setToken(taken);
      // Keeps the token out of the browser history.
      window.history.replaceState(window.history.state, '', window.location.pathname);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return <Fragment key={token}>{children(token)}</Fragment>;
}
