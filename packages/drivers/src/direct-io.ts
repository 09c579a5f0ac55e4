import { lookup } from 'node:dns/promises';
import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { inspectRoute } from './inspect-https';
import type { ClientTls, DriverIo, ServerTrust } from './key-system-driver';

const timeoutMs = 1_000;

const secureContextOf = (tls: ClientTls | ServerTrust) =>
  createSecureContext({ ...tls, ca: [...rootCertificates, ...tls.ca] });

/** Driver input for tests: connections without the address rules of an installation, and short timeouts. */
export function directIo({ signal = new AbortController().signal, limits, now }: Partial<DriverIo> = {}): DriverIo {
  return {
    signal,
    limits: { backoffMs: 1, ...limits },
    now: now ?? (() => new Date()),
    openHttps: (_origin, tls) => new Agent({ connect: { secureContext: secureContextOf(tls), timeout: timeoutMs } }),
    inspectHttps(origin, tls) {
      const host = new URL(origin).hostname.replace(/^\[|\]$/g, '');
      const secureContext = secureContextOf(tls);
      return inspectRoute({ origin, secureContext, addresses: () => lookup(host, { all: true }), timeoutMs, signal });
    },
  };
}
