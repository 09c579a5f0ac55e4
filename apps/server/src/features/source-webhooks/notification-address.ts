import type { Config } from '#config';

type Addressed = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/**
 * Where a source finds this server, without the last part. The sandbox, the only source that names its own addresses, runs on
 * this machine and tells nobody else.
 * @returns undefined where nobody has said how this server is called from outside, or only without TLS
 */
export function notificationBase({ publicUrl, host, port }: Addressed, configuration: object): string | undefined {
  const isSandbox = 'endpoints' in configuration && configuration.endpoints !== undefined;
  const own = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  const base = isSandbox ? own : publicUrl?.startsWith('https:') ? publicUrl : undefined;
  return base === undefined ? undefined : `${base}/api/v1/webhooks/graph/`;
}
