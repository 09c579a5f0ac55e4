import { badRequest } from './graph-error';

const defaultPage = 100;
const maxPage = 999;

/** `$top`, 1 to 999. @throws GraphRefused */
export function readTop(query: URLSearchParams): number {
  const text = query.get('$top');
  if (text === null) return defaultPage;
  const top = Number(text);
  if (/^\d+$/.test(text) && top >= 1 && top <= maxPage) return top;
  throw badRequest(
    `Invalid page size specified: '${text}'. Must be between 1 and ${maxPage} inclusive.`,
    'Request_UnsupportedQuery',
  );
}

/** The page size of `Prefer: odata.maxpagesize`. */
export function pageSizeIn(prefer: string | undefined, usual: number): number {
  const size = Number(/odata\.maxpagesize=(\d+)/i.exec(prefer ?? '')?.[1] ?? usual);
  return Math.min(maxPage, Math.max(1, size));
}

/** The URL with these parameters; omits null. */
export function linkTo(address: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${address}?${given.join('&')}`;
}
