import { say } from '@key2xs/texts';
import { field } from '@key2xs/texts/en/sentences-of-fields';
import { z } from 'zod';
import { SourceUnreadable } from '../identity-source-driver';

const Origin = z.url({ protocol: /^https$/ }).transform((text) => new URL(text).origin);

const Endpoints = z
  .object({
    login: Origin,
    graph: Origin,
    certificate_authority_pem: z.string().optional().describe('PEM: trusted beside the public authorities.'),
  })
  .describe('Where Microsoft is played by the sandbox.');

const shared = {
  tenant_id: z.guid().toLowerCase().describe('Directory (tenant) ID.'),
  endpoints: Endpoints.optional(),
  read_groups: z.boolean().optional().describe('Whether groups may be read.'),
};

/** What a connection to Entra ID is configured with; its secret or certificate is kept apart. */
export const EntraIdConfiguration = z.discriminatedUnion('mode', [
  z.object({
    ...shared,
    mode: z.literal('own_app').describe("The customer's own app registration."),
    client_id: z.guid().toLowerCase().describe('Application (client) ID.'),
  }),
  z.object({ ...shared, mode: z.literal('shared_app').describe("The product's own multi-tenant application.") }),
]);
export type EntraIdConfiguration = z.infer<typeof EntraIdConfiguration>;

/** The same, with no addresses but those of the sandbox: for what callers send. */
export const storableConfiguration = (isSandbox: (origin: string) => boolean) =>
  EntraIdConfiguration.refine(
    ({ endpoints }) => !endpoints || (isSandbox(endpoints.login) && isSandbox(endpoints.graph)),
    { path: ['endpoints'], error: field.endpointsOnlyForSandbox },
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
