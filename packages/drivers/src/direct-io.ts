import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import type { DriverIo } from './key-system-driver';

/** What tests give a driver: connections without the rules of an installation, and no patience. */
export function directIo({ signal = new AbortController().signal, limits }: Partial<DriverIo> = {}): DriverIo {
  return {
    signal,
    limits: { backoffMs: 1, ...limits },
    openHttps(_origin, { cert, key, ca }) {
      const secureContext = createSecureContext({ cert, key, ca: [...rootCertificates, ...ca] });
      return new Agent({ connect: { secureContext } });
    },
  };
}
