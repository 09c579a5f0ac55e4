import { isProxyException } from './address-rules';

/** The HTTP proxy of the organisation, through which other systems are called. */
export type HttpProxy = {
  /** `http://host:port` or `https://host:port`, without credentials. */
  origin: string;
  /** The value of `Proxy-Authorization`: a secret. */
  authorization: string | undefined;
  /** Hosts, suffixes, `host:port`, networks or `*` that are called directly. */
  exceptions: readonly string[];
};

/** An address as in HTTPS_PROXY, with credentials if there are any. */
export function proxyOf(address: string, exceptions: readonly string[]): HttpProxy {
  const { origin, username, password } = new URL(address);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    origin,
    authorization: username ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined,
    exceptions,
  };
}

/** `host:port` of a proxy, as shown to people. */
export function nameOfProxy({ origin }: Pick<HttpProxy, 'origin'>): string {
  const { protocol, hostname, port } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** This machine itself is never called through a proxy. */
export const isCalledThrough = (
  proxy: HttpProxy | undefined,
  place: { host: string; port: number },
): proxy is HttpProxy => proxy !== undefined && !isProxyException(place, proxy.exceptions);
