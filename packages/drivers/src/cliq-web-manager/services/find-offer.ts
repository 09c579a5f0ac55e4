import type { CertificateBundle } from '../../certificates/certificate-bundle';
import type { DriverIo, Probe } from '../../key-system-driver';
import { knownCapabilities, queryCapabilities } from './capabilities';
import type { JsonService } from './json-service';
import type { QueryService } from './query-service';

/** Clients of both services of a connection; either may be missing at the other side. */
export type Services = { json: JsonService; query: QueryService };

/** The probe of a key system, and whether it has a service with our own format besides that of the vendor. */
export type OfferedServices = { probe: Probe; hasOurService: boolean };

type ConnectionFacts = { domain_name: string; bundle: CertificateBundle };

/** In the issuer of every sandbox certificate, and of no real one. */
const sandboxOrganisation = 'O=Key2XS sandbox';

/**
 * Detects the available services. If ours is missing, the vendor's query service must answer: otherwise a restarting key
 * system would look like a read-only one. @throws DriverError
 */
export async function findOffer(
  { json, query }: Services,
  { domain_name, bundle }: ConnectionFacts,
  io: Pick<DriverIo, 'now'>,
): Promise<OfferedServices> {
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
  /** Detects again. */
  refresh(): Promise<OfferedServices>;
  /** The last result; detects if there is none. Concurrent calls share one detection. */
  get(): Promise<OfferedServices>;
};

export function createOffer(find: () => Promise<OfferedServices>): Offer {
  let latest: Promise<OfferedServices> | undefined;
  const ask = () => {
    const request = find();
    latest = request;
    request.catch(() => {
      if (latest === request) latest = undefined; // the next call detects again
    });
    return request;
  };
  return { refresh: ask, get: () => latest ?? ask() };
}
