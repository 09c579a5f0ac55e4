/** The path below which the product is served, written into the page by the server: '' or `/path`. */
export const basePath: string = document.documentElement.dataset.basePath ?? '';

/** Where the product is reached, for addresses that are shown. */
export const publicAddress = (): string => window.location.origin + basePath;

/** A path of the browser as the router knows it. */
export const withoutBasePath = (pathname: string): string =>
  pathname === basePath || pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) || '/' : pathname;

/** The same screen below the path, where the server was opened past the proxy that adds the path; else undefined. */
export function addressBelow({ pathname, search, hash }: Location): string | undefined {
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  return isBelow ? undefined : basePath + pathname + search + hash;
}
