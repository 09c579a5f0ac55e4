import type { FastifyInstance } from 'fastify';
import { parseAddress } from '../network/address-rules';

/** `[v6]`, `[v6]:port` or `v4:port`, as some proxies write them. An IPv6 address without brackets has no port. */
const withPort = /^(?:\[([^\]]+)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/;

/**
 * The addresses of an `X-Forwarded-For` without ports and brackets, from the last back to the first that is no address:
 * what stands before it counts for nothing, so the request counts as coming from the proxy that wrote it.
 */
export function cleanForwardedFor(header: string): string {
  const entries = header.split(',').map((entry) => entry.trim());
  const addresses: string[] = [];
  for (const entry of entries.filter(Boolean).reverse()) {
    const [, v6, v4] = withPort.exec(entry) ?? [];
    const [address = ''] = (v6 ?? v4 ?? entry).split('%', 1);
    if (!parseAddress(address)) break;
    addresses.unshift(address);
  }
  return addresses.join(', ');
}

/** Register before every hook that reads `request.ip`. */
export function installForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const given = headers['x-forwarded-for'];
    if (given !== undefined) headers['x-forwarded-for'] = cleanForwardedFor(String(given));
  });
}
