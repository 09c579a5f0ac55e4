import { EntraIdConfiguration, fieldError } from '@key2xs/contract';
import { endpointsOnlyForSandbox } from '@key2xs/contract/field-words';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import { SourceUnreadable } from '../identity-source-driver';

/** Schema for configurations sent by callers: allows no other addresses than those of the sandbox. */
export const storableConfiguration = (isSandbox: (origin: string) => boolean) =>
  EntraIdConfiguration.refine(
    ({ endpoints }) => !endpoints || (isSandbox(endpoints.login) && isSandbox(endpoints.graph)),
    { path: ['endpoints'], error: fieldError({ endpointsOnlyForSandbox }) },
  );

/** @throws SourceUnreadable naming the first invalid field */
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

/** @throws SourceUnreadable for other addresses than those of the sandbox */
export function originsOf(
  { endpoints }: Pick<EntraIdConfiguration, 'endpoints'>,
  isSandbox: (origin: string) => boolean,
): EntraOrigins {
  if (!endpoints) return { ...microsoft, ca: [] };
  const { login, graph, certificate_authority_pem: ca } = endpoints;
  if (!isSandbox(login) || !isSandbox(graph)) throw new SourceUnreadable(say('entraSetUp.endpointsOnlyForSandbox'));
  return { login, graph, ca: ca === undefined ? [] : [ca] };
}
