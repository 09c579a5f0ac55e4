import { startCliqSandbox } from '@key2xs/drivers/sandbox';

// A program of its own, so that what it costs is not taken for the server's. Its size is the first argument, as JSON.
const sandbox = await startCliqSandbox({ port: 0, size: JSON.parse(process.argv[2] ?? '{}') });
const { cliq_api_url, domain_name, client_certificate_bundle_pem } = sandbox;
process.send?.({ cliq_api_url, domain_name, client_certificate_bundle_pem });
process.once('disconnect', () => process.exit());
