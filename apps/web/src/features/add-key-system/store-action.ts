import type { ConnectionValues } from './configuration/connection-schema';

/** create: nothing is stored yet. reuse: the stored connection has the same peer. replace: it has another one. */
export type StoreAction = 'create' | 'reuse' | 'replace';

/**
 * Address, domain and certificate of a stored connection cannot be changed, so another peer needs another connection.
 */
export function storeAction(stored: ConnectionValues | undefined, wanted: ConnectionValues): StoreAction {
  if (!stored) return 'create';
  const isSamePeer =
    stored.cliq_api_url === wanted.cliq_api_url &&
    stored.domain_name === wanted.domain_name &&
    hasSameFiles(stored, wanted);
  return isSamePeer ? 'reuse' : 'replace';
}

type Files = Pick<ConnectionValues, 'client_certificate_bundle_pem_file'>;

/** A file selected again counts as different: its content may have changed. */
function hasSameFiles(
  { client_certificate_bundle_pem_file: some }: Files,
  { client_certificate_bundle_pem_file: others }: Files,
): boolean {
  return some.length === others.length && some.every(({ file }) => others.some((other) => other.file === file));
}
