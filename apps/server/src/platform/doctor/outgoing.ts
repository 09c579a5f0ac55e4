import { findProxyFailure } from '@key2xs/drivers';
import type { Config } from '#config';
import { nameOfProxy } from '../network/proxy';
import { openTunnel } from '../network/tunnel';
import { type Finding, ok, warning, wrong } from './finding';
import { unreachable } from './reach';

const timeoutMs = 5_000;
const warnDays = 30;
const dayMs = 24 * 60 * 60 * 1_000;

/** What all calls to other systems need: the proxy, and the authorities that are trusted. */
export async function examineOutgoing({ proxy, authorities }: Config, now: Date, env: NodeJS.ProcessEnv) {
  const findings = authorities.map((authority) => authorityAt(authority, now));
  if (proxy) return [...findings, await examineProxy(proxy)];
  const name = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].find((one) => env[one]);
  if (!name) return findings;
  const remedy = 'Key2XS reads HTTPS_PROXY only: set it if other systems are to be called through a proxy.';
  return [...findings, warning('proxy', `${name} is set, but Key2XS calls other systems directly`, remedy)];
}

/** A name that no name server knows: the proxy answers by itself, and asks for a sign-in first if it wants one. */
const nowhere = { host: 'key2xs-doctor.invalid', port: 443 };
/** Failures that show that the proxy answers and takes our sign-in. */
const saysNo: ReadonlySet<string> = new Set(['PROXY_REFUSED', 'PROXY_NO_WAY', 'PROXY_TIMEOUT']);

async function examineProxy(proxy: NonNullable<Config['proxy']>): Promise<Finding> {
  const name = nameOfProxy(proxy);
  const except = proxy.exceptions.length > 0 ? `, except to ${proxy.exceptions.join(', ')}` : '';
  const found = ok('proxy', `${name} answers; calls to other systems go through it${except}`);
  try {
    (await openTunnel(proxy, nowhere, { timeoutMs })).destroy();
    return found;
  } catch (error) {
    return saysNo.has(findProxyFailure(error)?.code ?? '') ? found : unreachable('proxy', name, error);
  }
}

function authorityAt({ file, name, notAfter }: Config['authorities'][number], now: Date): Finding {
  const check = 'trusted authority';
  const day = notAfter.toISOString().slice(0, 10);
  const days = Math.floor((notAfter.getTime() - now.getTime()) / dayMs);
  const remedy = 'Put its successor beside it, and restart Key2XS.';
  if (days < 0) return wrong(check, `${name} (${file}) ended on ${day}`, remedy);
  if (days < warnDays) return warning(check, `${name} (${file}) ends on ${day}, in ${days} days`, remedy);
  return ok(check, `${name} (${file}), until ${day}`);
}
