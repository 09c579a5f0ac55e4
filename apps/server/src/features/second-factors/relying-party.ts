import { isIP } from 'node:net';
import { say } from '@key2xs/texts';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';

/** The relying party of passkeys: browsers bind them to the host name. */
export type RelyingParty = { id: string; origin: string };

/**
 * Undefined where browsers allow no passkeys: at an IP address, and without TLS except on the same machine.
 * @param origin where the caller opened the product; the configured address goes before it
 */
export function findRelyingParty(
  { config }: Pick<Deps, 'config'>,
  origin: string | undefined,
): RelyingParty | undefined {
  const address = config.publicUrl ?? origin;
  if (address === undefined) return undefined;
  const { protocol, hostname, origin: exact } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin: exact } : undefined;
}

/** @throws AppError conflict */
export function requireRelyingParty(deps: Pick<Deps, 'config'>, origin: string | undefined): RelyingParty {
  const party = findRelyingParty(deps, origin);
  if (!party) throw new AppError('conflict', say('signIn.noPasskeysHere'));
  return party;
}
