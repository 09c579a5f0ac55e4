import type { CertificateBundle } from '../../certificates/certificate-bundle';
import type { DriverIo, Probe } from '../../key-system-driver';
import { knownCapabilities, queryCapabilities } from './capabilities';
import type { JsonService } from './json-service';
import type { QueryService } from './query-service';

/** Both services of one connection, whether they answer or not. */
export type Services = { json: JsonService; query: QueryService };

/** What a key system is, and whether it has a service of our own format beside that of the vendor. */
export type Found = { probe: Probe; hasOurService: boolean };

type Known = { domain_name: string; bundle: CertificateBundle };

/** What every certificate of a sandbox says of its issuer; no real key system does. */
const sandboxOrganisation = 'O=Key2XS sandbox';

/**
 * Asks which services there are. Where ours is not served, the vendor's query service has to answer: a key system that
 * is just restarting must not pass for one that can only be read. @throws DriverError
 */
export async function findOffer(
  { json, query }: Services,
  { domain_name, bundle }: Known,
  io: Pick<DriverIo, 'now'>,
): Promise<Found> {
  const client_certificate_expires_at = bundle.not_after;
  const service = await json.describe();
  if (service) {
    const known = knownCapabilities(service.capabilities);
    return { hasOurService: true, probe: { ...service, capabilities: known, client_certificate_expires_at } };
  }
  await query.greet(io.now());
  const probe = {
    product: 'CLIQ Web Manager',
    version: 'query v2',
    domain_name,
    capabilities: queryCapabilities,
    is_sandbox: bundle.issuer.includes(sandboxOrganisation),
    client_certificate_expires_at,
  };
  return { hasOurService: false, probe };
}

export type Offer = {
  /** Asks again. */
  ask(): Promise<Found>;
  /** The last answer; asks if there is none yet. Concurrent calls ask once. */
  get(): Promise<Found>;
};

export function createOffer(find: () => Promise<Found>): Offer {
  let latest: Promise<Found> | undefined;
  const ask = () => {
    const asked = find();
    latest = asked;
    asked.catch(() => {
      if (latest === asked) latest = undefined; // the next one asks again
    });
    return asked;
  };
  return { ask, get: () => latest ?? ask() };
}
