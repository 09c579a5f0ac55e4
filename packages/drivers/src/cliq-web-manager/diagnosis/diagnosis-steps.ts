import { type Sentence, say } from '@key2xs/texts';
import type { CertificateBundle } from '../../certificates/certificate-bundle';
import { DriverError, type DriverErrorKind } from '../../driver-error';
import type {
  Capability,
  DiagnosisStepName,
  DriverIo,
  KeySystemSession,
  Probe,
  ServerCertificate,
} from '../../key-system-driver';
import { classifyFailure } from '../../transport/classify-failure';
import { dayOf, detectExpiredCertificate } from '../failures/detect-expired-certificate';
import { describeCapabilities } from '../services/capabilities';
import type { OfferedServices } from '../services/find-offer';
import type { QueryService } from '../services/query-service';

export type Subject = {
  origin: string;
  /** Our client certificate. */
  certificate: CertificateBundle;
  io: DriverIo;
  findOffer(): Promise<OfferedServices>;
  query: Pick<QueryService, 'greet'>;
  reads: Pick<KeySystemSession, 'listPersons' | 'listKeys' | 'listCylinders'>;
};

export type Finding = { message: Sentence | null; state?: 'warning' | 'skipped' };

type Diagnosis = {
  steps: Record<DiagnosisStepName, () => Promise<Finding>>;
  /** Available after the last step. */
  probe(): Probe | undefined;
};

/** A certificate that expires sooner causes a warning. */
const warnDays = 30;
const dayMs = 24 * 60 * 60 * 1_000;

/** A peer that answers like this has accepted our certificate: the problem is in a higher layer. */
const isOfAnAnswer: ReadonlySet<DriverErrorKind> = new Set([
  'refused',
  'refused_item',
  'unauthorised',
  'unknown_domain',
  'rate_limited',
  'bad_answer',
  'not_supported',
]);
const isAboutTheDomain: ReadonlySet<DriverErrorKind> = new Set(['unauthorised', 'unknown_domain']);

/** The steps of one diagnosis. Each depends on the earlier ones, so they must run in order. */
export function createDiagnosis(subject: Subject): Diagnosis {
  const { origin, certificate, io } = subject;
  const { host, hostname } = new URL(origin);
  const inspection = io.inspectHttps(origin, certificate.tls, io.signal);
  let refusal: DriverError | undefined;
  let offer: { found: OfferedServices } | { error: DriverError } | undefined;

  const getOffer = (): OfferedServices => {
    if (offer && 'found' in offer) return offer.found;
    throw offer?.error ?? new DriverError('bad_answer');
  };

  async function checkServerCertificate(): Promise<Finding> {
    try {
      return describeServerCertificate(await inspection.handshake(), io.now());
    } catch (thrown) {
      const { error } = classifyFailure(thrown, true);
      if (error.kind !== 'certificate_rejected' && error.kind !== 'certificate_expired') throw error;
      refusal = detectExpiredCertificate(error, certificate, io.now());
      return { state: 'warning', message: say('finding.brokeOffOverOurs') };
    }
  }

  async function checkClientCertificate(): Promise<Finding> {
    if (refusal) throw refusal;
    offer = await subject.findOffer().then(
      (found) => ({ found }),
      (error: unknown) => ({ error: error instanceof DriverError ? error : classifyFailure(error, true).error }),
    );
    if ('error' in offer && !isOfAnAnswer.has(offer.error.kind)) throw offer.error;
    return describeClientCertificate(certificate, io.now());
  }

  async function checkDomain(): Promise<Finding> {
    if (offer && 'error' in offer && !isAboutTheDomain.has(offer.error.kind))
      return { state: 'skipped', message: null };
    const { probe, hasOurService } = getOffer();
    if (hasOurService) return { message: say('finding.domainKnown', { domain: probe.domain_name }) };
    return { message: say('finding.noDomains') };
  }

  async function checkServices(): Promise<Finding> {
    const { probe, hasOurService } = getOffer();
    const can = describeCapabilities(probe.capabilities);
    if (!hasOurService) return { state: 'warning', message: both(say('finding.onlyQuery'), can) };
    if (!probe.capabilities.includes('read_access_events')) return { message: both(say('finding.writes'), can) };
    const failure = await subject.query.greet(io.now()).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!failure) return { message: both(say('finding.queryAndWrites'), can) };
    if (!(failure instanceof DriverError) || failure.kind === 'aborted') throw failure;
    return { state: 'warning', message: both(say('finding.writesWithoutQuery'), failure.sentence) };
  }

  return {
    steps: {
      resolve: async () => {
        const addresses = await inspection.resolve();
        const { proxy } = inspection;
        return proxy
          ? { message: say('finding.proxyAnswers', { host, proxy }) }
          : describeAddresses(hostname, addresses);
      },
      connect: async () => {
        await inspection.connect();
        const { proxy } = inspection;
        return { message: proxy ? say('finding.proxyConnects', { host, proxy }) : say('finding.connects', { host }) };
      },
      server_certificate: checkServerCertificate,
      client_certificate: checkClientCertificate,
      domain: checkDomain,
      services: checkServices,
      read: () => readOnce(subject.reads, getOffer().probe.capabilities),
    },
    probe: () => (offer && 'found' in offer ? offer.found.probe : undefined),
  };
}

function describeAddresses(hostname: string, addresses: readonly string[]): Finding {
  const typed = hostname.replace(/^\[|\]$/g, '');
  if (addresses.includes(typed)) return { message: say('finding.isAddress', { host: typed }) };
  return { message: say('finding.leadsTo', { host: hostname, addresses }) };
}

function describeServerCertificate({ issuer, not_after, protocol }: ServerCertificate, now: Date): Finding {
  const message = say('finding.serverTrusted', { issuer, day: dayOf(not_after), protocol });
  const left = daysLeft(not_after, now);
  if (left >= warnDays) return { message };
  return { state: 'warning', message: both(message, say('finding.operatorRenews', { ending: ending(left) })) };
}

function describeClientCertificate({ subject, not_after }: { subject: string; not_after: string }, now: Date): Finding {
  const message = say('finding.clientAccepted', { subject, day: dayOf(not_after) });
  const left = daysLeft(not_after, now);
  if (left >= warnDays) return { message };
  return { state: 'warning', message: both(message, say('finding.renewOurs', { ending: ending(left) })) };
}

const both = (one: Sentence, another: Sentence) => say('several', { sentences: [one, another] });

const daysLeft = (instant: string, now: Date) => Math.floor((Date.parse(instant) - now.getTime()) / dayMs);
const ending = (days: number) => (days < 0 ? say('finding.ended') : say('finding.ends', { count: days }));

async function readOnce(reads: Subject['reads'], capabilities: readonly Capability[]): Promise<Finding> {
  const lists: [Capability, 'persons' | 'keys' | 'cylinders', () => AsyncIterable<unknown[]>][] = [
    ['read_persons', 'persons', reads.listPersons],
    ['read_keys', 'keys', reads.listKeys],
    ['read_cylinders', 'cylinders', reads.listCylinders],
  ];
  const offered = lists.find(([capability]) => capabilities.includes(capability));
  if (!offered) return { state: 'warning', message: say('finding.nothingToRead') };
  const [, what, list] = offered;
  const records = say(`finding.records.${what}`);
  const startedAt = performance.now();
  const count = await lengthOfFirstPage(list());
  const ms = Math.round(performance.now() - startedAt);
  if (count === 0) return { message: say('finding.readNone', { ms, records }) };
  return { message: say('finding.read', { records, ms, count }) };
}

async function lengthOfFirstPage(pages: AsyncIterable<unknown[]>): Promise<number> {
  for await (const page of pages) return page.length;
  return 0;
}
