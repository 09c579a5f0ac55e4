import { lookup } from 'node:dns/promises';
import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { inspectRoute } from './inspect-https';
import type { ClientTls, DriverIo } from './key-system-driver';

const secureContextOf = ({ cert, key, ca }: ClientTls) =>
  createSecureContext({ cert, key, ca: [...rootCertificates, ...ca] });

/** What tests give a driver: connections without the rules of an installation, and no patience. */
export function directIo({ signal = new AbortController().signal, limits, now }: Partial<DriverIo> = {}): DriverIo {
  return {
    signal,
    limits: { backoffMs: 1, ...limits },
    now: now ?? (() => new Date()),
    openHttps: (_origin, tls) => new Agent({ connect: { secureContext: secureContextOf(tls) } }),
    inspectHttps(origin, tls) {
      const host = new URL(origin).hostname;
      return inspectRoute({
        origin,
        secureContext: secureContextOf(tls),
        addresses: () => lookup(host.replace(/^\[|\]$/g, ''), { all: true }),
        timeoutMs: 2_000,
        signal,
      });
    },
  };
}
