import { factsOf, type Provider } from '@key2xs/contract';
import type { Config } from '#config';
import { ownAddress } from '#platform/network/own-address';

type Addressed = Pick<Config, 'publicUrl' | 'host' | 'port'>;
type Source = { provider: Provider; configuration_data: object };

/**
 * The address to which a source sends notifications, without its last part. A sandbox runs on this machine and needs no public one.
 * @returns undefined when no address is configured that sources can reach, or only one without TLS
 */
export function notificationBase(
  { publicUrl, host, port }: Addressed,
  { provider, configuration_data }: Source,
): string | undefined {
  const { notifications } = factsOf(provider);
  if (!notifications) return undefined;
  const own = ownAddress({ host, port }, '127.0.0.1');
  const isPublic = publicUrl?.startsWith('https:');
  const base = notifications.isLocal(configuration_data) ? own : isPublic ? publicUrl : undefined;
  return base === undefined ? undefined : `${base}/api/v1${notifications.path}`;
}
