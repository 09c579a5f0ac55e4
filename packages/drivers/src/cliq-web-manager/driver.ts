import { z } from 'zod';
import { type CertificateBundle, readCertificateBundle } from '../certificate-bundle';
import { DriverError } from '../driver-error';
import { capabilities, type DriverIo, type KeySystemDriver, type KeySystemSession } from '../key-system-driver';
import { createJsonClient, type JsonClient } from './json-client';
import { readPages } from './read-pages';
import * as wire from './wire';

const CliqWebManagerConfig = z.object({
  cliq_api_url: z
    .url({ protocol: /^https$/ })
    .describe('Address of CLIQ Web Manager; a path stays in front of that of the service.'),
  domain_name: z.string().min(1).describe('The CLIQ domain whose cylinders, keys and persons are meant.'),
  client_certificate_bundle_pem: z
    .string()
    .describe('PEM: client certificate, its private key, and CA certificates to trust beside the public ones.'),
});
export type CliqWebManagerConfig = z.infer<typeof CliqWebManagerConfig>;

/** ASSA ABLOY CLIQ Web Manager, by the messages of `wire.ts`. */
export const cliqWebManager: KeySystemDriver<CliqWebManagerConfig> = {
  type: 'CLIQ_WEB_MANAGER',
  config: CliqWebManagerConfig,
  connect(config, io) {
    const bundle = readBundle(config.client_certificate_bundle_pem);
    const { origin, pathname } = new URL(config.cliq_api_url);
    const dispatcher = openDispatcher(io, origin, bundle);
    const prefix = pathname.replace(/(\/CLIQWebManager)?\/*$/, '');
    const base = `${prefix}${wire.servicePath}/${encodeURIComponent(config.domain_name)}`;
    const client = createJsonClient({ dispatcher, origin }, io);
    return {
      probe: () => probe(client, base, bundle.not_after),
      ...lists(client, base),
      ...writes(client, base),
      listProgrammingJobs: () => notSupported(),
      readAccessEvents: async () => {
        throw new DriverError('not_supported');
      },
      diagnose: () => notSupported(),
      close: () => dispatcher.destroy(),
    };
  },
};

// biome-ignore lint/correctness/useYield: it ends before there is anything to yield
async function* notSupported(): AsyncGenerator<never, undefined, undefined> {
  throw new DriverError('not_supported');
}

function readBundle(pem: string): CertificateBundle {
  const parsed = readCertificateBundle(pem);
  if (!parsed.ok) throw new DriverError('certificate_rejected', { detail: parsed.reason });
  return parsed.bundle;
}

function openDispatcher(io: DriverIo, origin: string, { tls }: CertificateBundle) {
  try {
    return io.openHttps(origin, tls);
  } catch (cause) {
    throw new DriverError('certificate_rejected', { detail: 'The certificate bundle cannot be used.', cause });
  }
}

async function probe(client: JsonClient, base: string, client_certificate_expires_at: string) {
  const service = await client.send({ method: 'GET', path: `${base}/`, answer: wire.Service });
  const known = capabilities.filter((capability) => service.capabilities.includes(capability));
  return { ...service, capabilities: known, client_certificate_expires_at };
}

type Lists = Pick<
  KeySystemSession,
  'listPersons' | 'listProfiles' | 'listCylinders' | 'listCylinderGroups' | 'listKeys'
>;

function lists(client: JsonClient, base: string): Lists {
  const list = <T>(name: string, item: z.ZodType<T>, idOf: (item: T) => string, max = wire.pageSize) =>
    readPages((first) => {
      const path = `${base}/${name}?first_result=${first}&max_results=${max}`;
      return client.send({ method: 'GET', path, answer: wire.pageOf(item) });
    }, idOf);
  const identity = (item: { identity: string }) => item.identity;
  const externalId = (item: { external_id: string }) => item.external_id;
  return {
    listPersons: () => list('persons', wire.WirePerson, identity),
    listProfiles: () => list('profiles', wire.WireProfile, identity, wire.profilePageSize),
    listCylinders: () => list('cylinders', wire.WireCylinder, externalId),
    listCylinderGroups: () => list('cylinder-groups', wire.WireCylinderGroup, externalId),
    listKeys: () => list('keys', wire.WireKey, externalId),
  };
}

type Writes = Pick<KeySystemSession, 'putPerson' | 'deactivatePerson' | 'putProfile' | 'changeProfileMembers'>;

function writes(client: JsonClient, base: string): Writes {
  const write = async (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> => {
    await client.send({ method, path: `${base}/${path}`, body, answer: wire.Written });
  };
  const person = (reference: string) => `persons/${encodeURIComponent(reference)}`;
  const profile = (reference: string) => `profiles/${encodeURIComponent(reference)}`;
  return {
    putPerson: ({ reference, ...content }) => write('PUT', person(reference), content),
    deactivatePerson: (reference) => write('DELETE', person(reference)),
    putProfile: ({ reference, ...content }) => write('PUT', profile(reference), content),
    changeProfileMembers: (reference, change) => write('POST', `${profile(reference)}/members`, change),
  };
}
