/** The sandbox key system that runs beside the server, as a newcomer would type it into the form. */
export type SandboxPeer = {
  cliq_api_url: string;
  domain_name: string;
  client_certificate_bundle_pem: string;
  port: number;
};
