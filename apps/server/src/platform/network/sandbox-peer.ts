/** The connection form's values for the sandbox key system that runs beside the server. */
export type SandboxPeer = {
  cliq_api_url: string;
  domain_name: string;
  client_certificate_bundle_pem: string;
  port: number;
};
