import type { EntraSandbox } from '@key2xs/drivers/sandbox';
import type { ServerProvider } from '#platform/server-provider';

type Credentials = { client_id: string; client_secret: string };

/** The settings for the sandbox of Microsoft Entra ID that runs with the server. */
export type EntraSandboxPeer = Credentials & {
  tenant_id: string;
  /** Of the login, of Graph, and of the page for consent as a browser opens it. */
  login_url: string;
  graph_url: string;
  consent_url: string;
  /** Registered for the application, as PKCS#12 in base64. */
  certificate_p12: string;
  certificate_pass_phrase: string;
  /** PEM of the authority that certified it. */
  authority_pem: string;
  /** The application of many tenants, to which this one has not consented at first. */
  shared_application: Credentials;
  port: number;
};

export const sandbox: NonNullable<ServerProvider<EntraSandboxPeer>['sandbox']> = {
  folder: 'entra-id',
  usualPort: 8_444,
  async start(options) {
    const { startEntraSandbox } = await import('@key2xs/drivers/sandbox'); // production never loads it
    const started = await startEntraSandbox(options);
    return { peer: entraPeer(started), port: started.port, close: () => started.close() };
  },
};

export function entraPeer(sandbox: EntraSandbox): EntraSandboxPeer {
  const { tenant_id, login_url, graph_url, consent_url, authority_pem, port } = sandbox;
  const { client_id, secret: client_secret } = sandbox.own_application();
  const shared = sandbox.shared_application();
  return {
    tenant_id,
    login_url,
    graph_url,
    consent_url,
    authority_pem,
    port,
    client_id,
    client_secret,
    certificate_p12: sandbox.certificate_p12.toString('base64'),
    certificate_pass_phrase: sandbox.certificate_p12_pass_phrase,
    shared_application: { client_id: shared.client_id, client_secret: shared.secret },
  };
}
