import { join } from 'node:path';
import type { Provider } from '@key2xs/contract';

/** The connection form's values for the sandbox key system that runs with the server. */
export type SandboxPeer = {
  cliq_api_url: string;
  domain_name: string;
  client_certificate_bundle_pem: string;
  port: number;
};

/** The sandboxes that run: the key system, and those of identity sources. What else one has only its provider knows. */
export type SandboxPeers = {
  keySystem: SandboxPeer | undefined;
  sources: Partial<Record<Provider, { port: number }>>;
};

/** Where the state of a sandbox is: that of the key system, or of another beside it. */
export const sandboxFolder = ({ dataDir }: { dataDir: string }, other = ''): string => join(dataDir, 'sandbox', other);
