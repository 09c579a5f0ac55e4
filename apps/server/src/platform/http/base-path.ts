/** The path of the public address, below which browsers see the product: '' or `/path`, without a slash at its end. */
export const basePathOf = ({ publicUrl }: { publicUrl: string | undefined }): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/** The address of a request as the routes know it, whether a proxy in front has left the path in it or taken it away. */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** Addresses of our own in an attribute, at its beginning or in a list. */
const ownAddress = /(?<=\s(?:href|src|data-sign-in|data-application)="(?:[^"]* )?)\/(?!\/)/g;

/** A page of the build with the path in front of its addresses. The script finds the path at its first element. */
export const pageBelow = (html: string, basePath: string): string =>
  html.replace(ownAddress, `${basePath}/`).replace('<html ', `<html data-base-path="${basePath}" `);
