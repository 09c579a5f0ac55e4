/** The connection form's values for the sandbox key system that runs beside the server. */
export type SandboxPeer = {
  cliq_api_url: string;
  domain_name: string;
  client_certificate_bundle_pem: string;
  port: number;
  entra?: EntraPeer | undefined;
};

/** What plays Microsoft beside the server. */
export type EntraPeer = {
  port: number;
  login_url: string;
  graph_url: string;
  /** Of the page for consent; without TLS, so that a browser shows it. */
  consent_url: string;
  authority_pem: string;
  tenant_id: string;
  own_application: { client_id: string; client_secret: string };
  shared_application: { client_id: string; client_secret: string };
};
