import { z } from 'zod';
import { endpoint } from '../api/endpoint';

const throwaway = 'Throwaway key material of the sandbox on this machine; opens nothing else.';

const KeySystemSandbox = z.object({
  cliq_api_url: z.string(),
  domain_name: z.string(),
  client_certificate_bundle_pem: z.string().describe(throwaway),
});

const EntraSandbox = z.object({
  tenant_id: z.string(),
  client_id: z.string(),
  client_secret: z.string().describe(throwaway),
  certificate_p12: z.string().describe(`As base64. ${throwaway}`),
  certificate_pass_phrase: z.string().describe(throwaway),
  login_url: z.string().describe('Stands for login.microsoftonline.com.'),
  graph_url: z.string().describe('Stands for graph.microsoft.com.'),
  consent_url: z.string().describe('Where its page for consent opens in a browser.'),
});

export const SandboxPeers = z.object({
  key_system: KeySystemSandbox,
  entra_id: EntraSandbox.nullable().describe('Null while it does not run.'),
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
