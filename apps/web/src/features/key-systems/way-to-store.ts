import type { ConnectionValues } from './connection-schema';

/** create: nothing is stored yet. keep: the stored connection speaks to the same peer. replace: it does not. */
export type WayToStore = 'create' | 'keep' | 'replace';

/** Address, domain and certificate of a stored connection cannot be changed, so another peer means another connection. */
export function wayToStore(stored: ConnectionValues | undefined, wanted: ConnectionValues): WayToStore {
  if (!stored) return 'create';
  const isSamePeer =
    stored.cliq_api_url === wanted.cliq_api_url &&
    stored.domain_name === wanted.domain_name &&
    stored.client_certificate_bundle_pem_file === wanted.client_certificate_bundle_pem_file;
  return isSamePeer ? 'keep' : 'replace';
}
