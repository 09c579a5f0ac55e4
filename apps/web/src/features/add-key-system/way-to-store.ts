import type { ConnectionValues } from './configuration/connection-schema';

/** create: nothing is stored yet. keep: the stored connection has the same peer. replace: it has another. */
export type WayToStore = 'create' | 'keep' | 'replace';

/** Address, domain and certificate of a stored connection cannot be changed, so another peer means another connection. */
export function wayToStore(stored: ConnectionValues | undefined, wanted: ConnectionValues): WayToStore {
  if (!stored) return 'create';
  const isSamePeer =
    stored.cliq_api_url === wanted.cliq_api_url &&
    stored.domain_name === wanted.domain_name &&
    hasSameFiles(stored, wanted);
  return isSamePeer ? 'keep' : 'replace';
}

type Files = Pick<ConnectionValues, 'client_certificate_bundle_pem_file'>;

/** A file chosen again counts as different: it may have changed. */
function hasSameFiles(
  { client_certificate_bundle_pem_file: some }: Files,
  { client_certificate_bundle_pem_file: others }: Files,
): boolean {
  return some.length === others.length && some.every(({ file }) => others.some((other) => other.file === file));
}
