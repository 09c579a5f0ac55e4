import { createClock } from '../sandbox-kit/clock';
import { startControl } from '../sandbox-kit/control/control';
import { createScriptRunner, type ScriptOrder } from '../sandbox-kit/faults/run-scripts';
import { type Listener, openOrLeave, startListener } from '../sandbox-kit/listener';
import { loadSandboxPki, type SandboxPki } from '../sandbox-kit/pki';
import type { ReceivedCall } from './sandbox/call';
import { acts, performIn } from './sandbox/control/acts';
import type { Change } from './sandbox/directory/objects';
import type { Fault } from './sandbox/faults/faults';
import { scripts as allScripts, type ScriptName } from './sandbox/faults/scripts';
import { stateOf } from './sandbox/inspect';
import type { Application } from './sandbox/login/applications';
import { createNotifier, type Notifier } from './sandbox/notifications/notifier';
import { createOutbox, type Outbox } from './sandbox/notifications/outbox';
import type { Running } from './sandbox/running';
import { serve, switchScripts } from './sandbox/serve';
import { openSystem, type System } from './sandbox/system';

type SandboxOptions = {
  /** 0 for any free port. Accepts local connections only. */
  port: number;
  /** Persists certificates and all changes. Without a directory, they are lost at the end. */
  directory?: string;
  /** The directory of certificates shared with another sandbox, if different. */
  certificates?: string;
  /** The base of its clock; the real time by default. */
  clock?: () => Date;
  /** Opens the control port; with a directory, its port and token are written to `control.json`. */
  control?: boolean;
  /** 0 to 1,000,000, generated on demand; 500 by default. A stored directory keeps its initial number. */
  people?: number;
  /** Default page size of a delta; 200 by default. */
  delta_page?: number;
  /** An answer to a notification counts as slow from this duration on; 2,900 by default. */
  slow_notification_ms?: number;
};

export type EntraSandbox = Awaited<ReturnType<typeof startEntraSandbox>>;

/** A tenant of Microsoft Entra ID with invented people: login, consent page, and Microsoft Graph. */
export async function startEntraSandbox(options: SandboxOptions) {
  const realNow = options.clock ?? (() => new Date());
  const clock = createClock(realNow);
  // By the real time instead of its clock, because TLS clients check it.
  const pki = await loadSandboxPki(new Date(), options.certificates ?? options.directory);
  const bases = () => [`https://127.0.0.1:${listener.port}`, `https://localhost:${listener.port}`];
  const [self, now] = [() => bases()[0] ?? '', clock.now];
  const scripts = createScriptRunner<ReceivedCall, Fault, ScriptName>({ scripts: allScripts, self, now });
  let running: Running | undefined;
  const listener: Listener = await startListener({
    port: options.port,
    pki,
    asksForCertificate: false,
    chooseFault: scripts.onConnection,
    serve: (request, response) => {
      if (running) void serve(running, request, response);
    },
    servePlain: (request, response) => {
      if (running) void serve(running, request, response, true);
    },
  });
  const changes: { notifier?: Notifier } = {};
  // Only now: a second sandbox on the same port must not touch the files of the first.
  const system = await openOrLeave(listener, () => {
    const { people = 500, directory } = options;
    const [certificate, authority] = [pki.client.cert, pki.authority.cert];
    const onChange = (change: Change) => changes.notifier?.note(change);
    return openSystem({ clock, realNow, people, directory, certificate, authority, onChange });
  });
  const ca = pki.authority.cert;
  const outbox = createOutbox({ clock: system.clock, ca, slowMs: options.slow_notification_ms ?? 2_900 });
  const notifier = notifierOf(system, outbox);
  changes.notifier = notifier;
  running = {
    system,
    scripts,
    listener,
    notifier,
    outbox,
    ...initialState(),
    deltaPage: options.delta_page ?? 200,
    graphUrl: self,
    bases,
  };
  const control = options.control ? await startControl(acts, running, options.directory) : undefined;
  return {
    ...surfaceOf(running),
    ...credentialsOf(pki),
    /** Undefined unless requested. */
    control: control && { port: control.port, token: control.token },
    async close(): Promise<void> {
      outbox.close();
      await control?.close();
      await listener.close();
      system.close();
    },
  };
}

const initialState = () => ({
  handshake: 'as_usual' as const,
  seenAssertions: new Map<string, number>(),
  folded: undefined,
  pageBefore: { operation: '', items: [] },
  log: [],
});

function notifierOf({ clock, subscriptions, directory, tenant_id }: System, outbox: Outbox): Notifier {
  const isGoneForGood = (id: string) => (directory.people.get(id) ?? directory.groups.get(id))?.gone === 'deleted';
  return createNotifier({ clock, subscriptions, outbox, isGoneForGood, tenantId: tenant_id });
}

function surfaceOf(running: Running) {
  const { system, scripts, listener, notifier } = running;
  const [own = '', elsewhere = ''] = running.bases();
  return {
    /** Base URL of the login: `<login_url>/<tenant>/oauth2/v2.0/token`. */
    login_url: own,
    /** Base URL of Graph: `<graph_url>/v1.0/users`. */
    graph_url: own,
    /** Base URL of the consent page; without TLS, so that browsers show it. */
    consent_url: `http://127.0.0.1:${listener.port}`,
    /** The same sandbox under another name, which must never receive a token. */
    foreign_url: elsewhere,
    port: listener.port,
    tenant_id: system.tenant_id,
    domain: system.domain,
    /** Registered in the tenant, with consent. */
    own_application: () => shownOf(system, 'own'),
    /** A multi-tenant application registered elsewhere, initially without consent. */
    shared_application: () => shownOf(system, 'shared'),
    /** Once advanced, it stays ahead; with a directory, across restarts too. */
    clock: system.clock,
    /** Simulates administrators: `act('disable', { person: 'E200004' })`. */
    act: performIn(running),
    state: () => stateOf(running),
    /** All people and groups, including removed ones, and memberships. For assertions. */
    directory: system.directory,
    /**
     * Switches named fault scripts on, replacing those that run, and restarts the call count; no orders switch all off. The
     * first matching script of a call wins.
     * @throws RangeError for an invalid order; the running scripts then continue
     */
    script: (...orders: ScriptOrder<ScriptName>[]) => switchScripts(running, orders),
    /** Calls since scripts were last switched, oldest first. */
    calls: scripts.calls,
    /** All calls, with host, query and whether they had a token. */
    log: () => [...running.log],
    /** Waits until pending notifications are accepted or rejected, without retries. */
    settled: notifier.settled,
  };
}

function shownOf({ applications }: System, name: Application['name']) {
  const { client_id = '', secret = '' } = applications.get(name) ?? {};
  return { client_id, secret };
}

function credentialsOf(pki: SandboxPki) {
  return {
    /** The authority that its clients trust. */
    authority_pem: pki.authority.cert,
    /** Registered for the tenant's application. */
    certificate: { certificate_pem: pki.client.cert, private_key_pem: pki.client.key },
    /** Not registered until `upload-certificate`. */
    other_certificate: { certificate_pem: pki.second_client.cert, private_key_pem: pki.second_client.key },
    expired_certificate: { certificate_pem: pki.expired_client.cert, private_key_pem: pki.expired_client.key },
    /** The registered one as a PKCS#12 file. */
    certificate_p12: Buffer.from(pki.client_p12.base64, 'base64'),
    certificate_p12_pass_phrase: pki.client_p12.pass_phrase,
  };
}
