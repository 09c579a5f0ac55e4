import { z } from 'zod';

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

/** The configuration of a connection to Entra ID; its secret or certificate is stored separately. */
export const EntraIdConfiguration = z.discriminatedUnion('mode', [
  z.object({
    ...shared,
    mode: z.literal('own_app').describe("The customer's own app registration."),
    client_id: z.guid().toLowerCase().describe('Application (client) ID.'),
  }),
  z.object({ ...shared, mode: z.literal('shared_app').describe("The product's own multi-tenant application.") }),
]);
export type EntraIdConfiguration = z.infer<typeof EntraIdConfiguration>;
