import { createHash } from 'node:crypto';
import type { EntraIdConfiguration } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { CalledSourceAccess, SourceCredential } from '../called-source-driver';
import { SourceUnreadable } from '../identity-source-driver';
import type { DriverIo, DriverLimits } from '../key-system-driver';
import { createHttpClient } from '../transport/http-client';
import { type EntraOrigins, originsOf, readConfiguration } from './configuration';
import { createGraphClient, type GraphClient } from './graph/graph-client';
import { type Application, createTokens, type Tokens } from './sign-in/tokens';

export type EntraIo = Pick<DriverIo, 'openHttps' | 'now'> & {
  /** Whether this is the address of the sandbox, the only one allowed instead of Microsoft's. */
  isSandbox(origin: string): boolean;
  /** The product's own multi-tenant application; undefined if the installation has none. */
  sharedApplication(): { client_id: string; credential: SourceCredential } | undefined;
  limits?: Partial<DriverLimits>;
};

export type EntraSession = { configuration: EntraIdConfiguration; graph: GraphClient; tokens: Tokens };

/** For pages of several hundred objects, requested one after another. */
const limits: Partial<DriverLimits> = {
  backoffMs: 1_000,
  tries: 5,
  maxPauseSeconds: 60,
  maxAnswerBytes: 32 * 1024 * 1024,
  concurrency: 4,
};

type Held = EntraSession & { fingerprint: string; close(): void };

/**
 * Sessions by connection. A session caches the token, and the pauses requested by Microsoft. Another credential or
 * application starts a new session.
 */
export function createSessions(io: EntraIo): (access: CalledSourceAccess) => EntraSession {
  const held = new Map<string, Held>();
  return (access) => {
    const configuration = readConfiguration(access.configuration);
    const application = applicationOf(configuration, access.credential, io);
    const origins = originsOf(configuration, (origin) => io.isSandbox(origin));
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([application, origins]))
      .digest('base64');
    const former = held.get(access.connectionId);
    if (former?.fingerprint === fingerprint) return { ...former, configuration };
    former?.close();
    const opened = { ...open(application, origins, io), configuration, fingerprint };
    held.set(access.connectionId, opened);
    return opened;
  };
}

function applicationOf(
  configuration: EntraIdConfiguration,
  credential: SourceCredential | undefined,
  io: EntraIo,
): Application {
  const { tenant_id } = configuration;
  if (configuration.mode === 'shared_app') {
    const shared = io.sharedApplication();
    if (!shared) throw new SourceUnreadable(say('entraSetUp.noSharedApplication'));
    return { tenant_id, ...shared };
  }
  if (!credential) throw new SourceUnreadable(say('entraSetUp.noCredential'));
  return { tenant_id, client_id: configuration.client_id, credential };
}

/** Each call has its own signal, so the client itself needs none that ends. */
function open(application: Application, { login, graph, ca }: EntraOrigins, io: EntraIo) {
  const clientOf = (origin: string) => {
    const dispatcher = io.openHttps(origin, { ca });
    const of = { signal: new AbortController().signal, limits: { ...limits, ...io.limits } };
    return { dispatcher, http: createHttpClient({ dispatcher, origin, showsCertificate: false }, of) };
  };
  const [signIn, reading] = [clientOf(login), clientOf(graph)];
  const tokens = createTokens(login, application, signIn.http);
  return {
    tokens,
    graph: createGraphClient(graph, reading.http, tokens),
    /** After running calls have ended. */
    close: () => {
      for (const { dispatcher } of [signIn, reading]) void dispatcher.close().catch(() => {});
    },
  };
}
