/** The connection form's values for the sandbox key system that runs with the server. */
export type SandboxPeer = {
  cliq_api_url: string;
  domain_name: string;
  client_certificate_bundle_pem: string;
  port: number;
};

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

export type SandboxPeers = { keySystem: SandboxPeer | undefined; entraId: EntraSandboxPeer | undefined };
