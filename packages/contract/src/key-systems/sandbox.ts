import { z } from 'zod';
import { endpoint } from '../api/endpoint';

/** Of everything secret that a sandbox gives away. */
export const throwaway = 'Throwaway key material of the sandbox on this machine; opens nothing else.';

const KeySystemSandbox = z.object({
  cliq_api_url: z.string(),
  domain_name: z.string(),
  client_certificate_bundle_pem: z.string().describe(throwaway),
});

export const SandboxPeers = z.object({ key_system: KeySystemSandbox });
export type SandboxPeers = z.infer<typeof SandboxPeers>;

export const sandbox = {
  get: endpoint({
    method: 'GET',
    path: '/sandbox',
    summary: 'What to type into the form to try the sandbox key system',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: SandboxPeers,
    errors: ['not_found'],
  }),
};
