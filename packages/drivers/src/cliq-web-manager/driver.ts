import { say } from '@key2xs/texts';
import { z } from 'zod';
import { type CertificateBundle, readCertificateBundle } from '../certificates/certificate-bundle';
import { DriverError } from '../driver-error';
import type { AdoptedRecords, Capability, DriverIo, KeySystemDriver, KeySystemSession } from '../key-system-driver';
import { createHttpClient } from '../transport/http-client';
import { diagnose } from './diagnosis/diagnose';
import { detectExpiredCertificate } from './failures/detect-expired-certificate';
import { queryPath } from './query-wire';
import { adoptedRecords } from './services/adopted-records';
import { requireCapability } from './services/capabilities';
import { createOffer, findOffer, type Offer, type Services } from './services/find-offer';
import { followEvents } from './services/follow-events';
import { createJsonService, type Writes } from './services/json-service';
import { createQueryService } from './services/query-service';
import { createJsonClient } from './transport/json-client';
import { createSoapClient } from './transport/soap-client';
import { servicePath } from './wire';

const CliqWebManagerConfig = z.object({
  cliq_api_url: z
    .url({ protocol: /^https$/ })
    .describe('Address of CLIQ Web Manager; a path stays in front of that of its services.'),
  domain_name: z.string().min(1).describe('The CLIQ domain whose cylinders, keys and persons are meant.'),
  client_certificate_bundle_pem: z
    .string()
    .describe('PEM: client certificate, its private key, and CA certificates to trust beside the public ones.'),
});
export type CliqWebManagerConfig = z.infer<typeof CliqWebManagerConfig>;

const noneAdopted: AdoptedRecords = { persons: new Map(), profiles: new Map() };

/**
 * ASSA ABLOY CLIQ Web Manager. Reads what it can through the vendor's query service (`query-wire.ts`), and does everything
 * else through a service with our own format (`wire.ts`), if there is one.
 */
export const cliqWebManager: KeySystemDriver<CliqWebManagerConfig> = {
  type: 'CLIQ_WEB_MANAGER',
  config: CliqWebManagerConfig,
  connect(config, io, adopted = noneAdopted) {
    const bundle = readBundle(config.client_certificate_bundle_pem);
    const { origin, pathname } = new URL(config.cliq_api_url);
    const dispatcher = openDispatcher(io, origin, bundle);
    const explain = (error: DriverError) => detectExpiredCertificate(error, bundle, io.now());
    const http = createHttpClient({ dispatcher, origin, showsCertificate: true, explain }, io);
    const prefix = pathname.replace(/(\/CLIQWebManager)?\/*$/, '');
    const ours = `${prefix}${servicePath}/${encodeURIComponent(config.domain_name)}`;
    const services: Services = {
      json: createJsonService(createJsonClient(http), ours, adopted),
      query: createQueryService(createSoapClient(http, `${prefix}${queryPath}`), http.limits.concurrency),
    };
    const offer = createOffer(() => findOffer(services, { domain_name: config.domain_name, bundle }, io));
    const lists = reads(services, offer, adopted);
    return {
      probe: async () => (await offer.refresh()).probe,
      diagnose: () =>
        diagnose({ origin, certificate: bundle, io, findOffer: offer.refresh, query: services.query, reads: lists }),
      ...lists,
      ...writes(services, offer),
      close: () => dispatcher.destroy(),
    };
  },
};

function readBundle(pem: string): CertificateBundle {
  const parsed = readCertificateBundle(pem);
  if (!parsed.ok) throw new DriverError('certificate_rejected', { detail: parsed.reason });
  return parsed.bundle;
}

function openDispatcher(io: DriverIo, origin: string, { tls }: CertificateBundle) {
  try {
    return io.openHttps(origin, tls);
  } catch (cause) {
    throw new DriverError('certificate_rejected', { detail: say('circumstance.bundleUnusable'), cause });
  }
}

type Reads = Pick<KeySystemSession, Extract<keyof KeySystemSession, `list${string}` | 'readAccessEvents'>>;

/** Our own service, if there is one, has more data about persons and keys; events always come from the query service. */
function reads({ json, query }: Services, offer: Offer, adopted: AdoptedRecords): Reads {
  const { person, profile } = adoptedRecords(adopted);
  async function* list<T>(
    needed: Capability,
    ofOurs: () => AsyncIterable<T[]>,
    ofQuery = ofOurs,
  ): AsyncGenerator<T[], void, undefined> {
    const { probe, hasOurService } = await offer.get();
    requireCapability(probe.capabilities, needed);
    yield* hasOurService ? ofOurs() : ofQuery();
  }
  const readEvents = followEvents(query.readEvents);
  return {
    listPersons: () => eachOf(list('read_persons', json.listPersons, query.listPersons), person),
    listProfiles: () => eachOf(list('read_profiles', json.listProfiles), profile),
    listCylinders: () => list('read_cylinders', json.listCylinders),
    listCylinderGroups: () => list('read_cylinder_groups', json.listCylinderGroups),
    listKeys: () => list('read_keys', json.listKeys, query.listKeys),
    async *listHeldKeys(after) {
      requireCapability((await offer.get()).probe.capabilities, 'read_keys');
      yield* query.listHeldKeys(after);
    },
    listProgrammingJobs: () => list('read_programming_jobs', json.listProgrammingJobs),
    listProgrammingKeys: () => list('read_programming_devices', json.listProgrammingKeys),
    listProgrammingDevices: () => list('read_programming_devices', json.listProgrammingDevices),
    async readAccessEvents(cursor) {
      requireCapability((await offer.get()).probe.capabilities, 'read_access_events');
      return readEvents(cursor);
    },
  };
}

async function* eachOf<T>(pages: AsyncIterable<T[]>, show: (record: T) => T): AsyncGenerator<T[], void, undefined> {
  for await (const page of pages) yield page.map(show);
}

function writes({ json }: Services, offer: Offer): Writes {
  const write = async (needed: Capability, send: () => Promise<void>): Promise<void> => {
    requireCapability((await offer.get()).probe.capabilities, needed);
    await send();
  };
  return {
    putPerson: (person) => write('write_persons', () => json.putPerson(person)),
    deactivatePerson: (reference) => write('write_persons', () => json.deactivatePerson(reference)),
    putProfile: (profile) => write('write_profiles', () => json.putProfile(profile)),
    changeProfileMembers: (reference, change) =>
      write('write_profile_members', () => json.changeProfileMembers(reference, change)),
    assignKey: (assignment) => write('write_key_holders', () => json.assignKey(assignment)),
    returnKey: (key) => write('write_key_holders', () => json.returnKey(key)),
    setKeyState: (key, state) => write('write_key_holders', () => json.setKeyState(key, state)),
    setKeyTimes: (key, times) => write('write_key_times', () => json.setKeyTimes(key, times)),
    setKeyAccess: (key, access) => write('write_key_access', () => json.setKeyAccess(key, access)),
    putProgrammingJob: (job) => write('write_programming_jobs', () => json.putProgrammingJob(job)),
    assignProgrammingJob: (job, key) => write('write_programming_jobs', () => json.assignProgrammingJob(job, key)),
    cancelProgrammingJob: (job) => write('write_programming_jobs', () => json.cancelProgrammingJob(job)),
  };
}
