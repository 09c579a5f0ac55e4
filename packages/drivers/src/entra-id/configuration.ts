import { EntraIdConfiguration, fieldError } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import { SourceUnreadable } from '../identity-source-driver';

/** A configuration with no addresses but those of the sandbox: for what callers send. */
export const storableConfiguration = (isSandbox: (origin: string) => boolean) =>
  EntraIdConfiguration.refine(
    ({ endpoints }) => !endpoints || (isSandbox(endpoints.login) && isSandbox(endpoints.graph)),
    { path: ['endpoints'], error: fieldError('endpointsOnlyForSandbox') },
  );

/** @throws SourceUnreadable that names the first field that is wrong */
export function readConfiguration(configuration: Record<string, unknown>): EntraIdConfiguration {
  const read = EntraIdConfiguration.safeParse(configuration);
  if (read.success) return read.data;
  const field = z.core.toDotPath(read.error.issues[0]?.path ?? []);
  throw new SourceUnreadable(say('entraSetUp.configuration', { field }));
}

export const microsoft = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com',
} as const;

export type EntraOrigins = { login: string; graph: string; ca: string[] };

/** @throws SourceUnreadable for addresses that are not the sandbox's */
export function originsOf(
  { endpoints }: Pick<EntraIdConfiguration, 'endpoints'>,
  isSandbox: (origin: string) => boolean,
): EntraOrigins {
  if (!endpoints) return { ...microsoft, ca: [] };
  const { login, graph, certificate_authority_pem: ca } = endpoints;
  if (!isSandbox(login) || !isSandbox(graph)) throw new SourceUnreadable(say('entraSetUp.endpointsOnlyForSandbox'));
  return { login, graph, ca: ca === undefined ? [] : [ca] };
}
