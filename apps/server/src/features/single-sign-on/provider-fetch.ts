import { createHttpClient } from '@key2xs/drivers';
import type { CustomFetch } from 'openid-client';
import type { Deps } from '#platform/deps';

const limits = {
  headersTimeoutMs: 5_000,
  bodyTimeoutMs: 5_000,
  maxAnswerBytes: 1_048_576,
  tries: 2,
  backoffMs: 100,
  maxPauseSeconds: 0,
};

/**
 * Calls a provider under the address rules of this installation, over HTTPS only, within limits of time and size, and without
 * following redirects.
 * @param ca certificates as PEM, trusted besides the public authorities
 * @throws DriverError
 */
export const providerFetch =
  ({ outbound }: Pick<Deps, 'outbound'>, ca: string | null): CustomFetch =>
  async (url, { method, headers, body, signal = AbortSignal.timeout(limits.headersTimeoutMs) }) => {
    const { origin, pathname, search } = new URL(url);
    const dispatcher = outbound.openHttps(origin, { cert: '', key: '', ca: ca === null ? [] : [ca] });
    try {
      const http = createHttpClient({ dispatcher, origin, showsCertificate: false }, { signal, limits });
      return await http.send({
        method: method === 'POST' ? 'POST' : 'GET',
        path: pathname + search,
        headers,
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        isOnce: method === 'POST',
        understand: ({ statusCode: status, headers: { 'content-type': type }, text }) => ({
          value: new Response(text === '' ? null : text, { status, headers: { 'content-type': String(type ?? '') } }),
        }),
      });
    } finally {
      void dispatcher.close().catch(() => undefined);
    }
  };
