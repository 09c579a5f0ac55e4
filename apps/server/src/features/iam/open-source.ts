import type { IdentitySourceDriver, SourceAccess } from '@key2xs/drivers';
import type { Deps } from '#platform/deps';
import type { IamConnectionRow } from './queries';

export type OpenSource = { driver: IdentitySourceDriver; access: SourceAccess };

/** The driver of a connection and its arguments. Makes no call. */
export function openSource(
  { identitySources }: Pick<Deps, 'identitySources'>,
  { id: connectionId, provider, configuration_data: configuration }: IamConnectionRow,
  signal: AbortSignal,
): OpenSource {
  return { driver: identitySources[provider], access: { connectionId, configuration, signal } };
}
