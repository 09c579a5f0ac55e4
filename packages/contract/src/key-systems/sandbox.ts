import { z } from 'zod';
import { endpoint } from '../api/endpoint';

export const SandboxPeers = z.object({
  key_system: z.object({
    cliq_api_url: z.string(),
    domain_name: z.string(),
    client_certificate_bundle_pem: z
      .string()
      .describe('Throwaway key material of the sandbox on this machine; opens nothing else.'),
  }),
});
export type SandboxPeers = z.infer<typeof SandboxPeers>;

export const sandbox = {
  get: endpoint({
    method: 'GET',
    path: '/sandbox',
    summary: 'What to type into the forms to try the sandbox peers',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: SandboxPeers,
    errors: ['not_found'],
  }),
};
