import { ConfigError } from '#config';

/** As `server_version_num` has it. */
const minimalVersion = 150_000;

export const isSupported = (version: number): boolean => version >= minimalVersion;

/** @throws ConfigError where a server is older than the product supports */
export function requireSupported({ number, version }: { number: number; version: string }): void {
  if (isSupported(number)) return;
  throw new ConfigError([`PostgreSQL ${version} is too old: upgrade it to 15 or later first`]);
}
