import { createClock } from '../sandbox-kit/clock';
import { startControl } from '../sandbox-kit/control/control';
import { createScriptRunner, type ScriptOrder } from '../sandbox-kit/faults/run-scripts';
import { type Listener, startListener } from '../sandbox-kit/listener';
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
  /** 0 takes a free one. Only this machine can connect to it. */
  port: number;
  /** Keeps certificates and everything changed, for the next start. Without one, all is gone at the end. */
  directory?: string;
  /** Where the certificates are that it shares with another sandbox, if not there. */
  certificates?: string;
  /** What its own clock starts from; the real one if left out. */
  clock?: () => Date;
  /** Opens the control port; with a directory, what it takes to use it is written to `control.json` there. */
  control?: boolean;
  /** 0 to 1,000,000, made when they are asked for; 500 if left out. A directory keeps what it began with. */
  people?: number;
  /** Items of a page of a delta where the caller does not ask for a size; 200 if left out. */
  delta_page?: number;
  /** From how many milliseconds on an answer to a notification counts as slow; 2,900 if left out. */
  slow_notification_ms?: number;
};

export type EntraSandbox = Awaited<ReturnType<typeof startEntraSandbox>>;

/** A tenant of Microsoft Entra ID with made-up people: its login, its page for consent, and Microsoft Graph. */
export async function startEntraSandbox(options: SandboxOptions) {
  const realNow = options.clock ?? (() => new Date());
  const clock = createClock(realNow);
  // By the real time, whatever its clock says: that is what the other side of TLS goes by.
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
  const told: { notifier?: Notifier } = {};
  // Only now: a second sandbox on the same port must not get as far as the file of the first.
  const system = await openOrLeave(listener, () => {
    const { people = 500, directory } = options;
    const [certificate, authority] = [pki.client.cert, pki.authority.cert];
    const onChange = (change: Change) => told.notifier?.note(change);
    return openSystem({ clock, realNow, people, directory, certificate, authority, onChange });
  });
  const ca = pki.authority.cert;
  const outbox = createOutbox({ clock: system.clock, ca, slowMs: options.slow_notification_ms ?? 2_900 });
  const notifier = notifierOf(system, outbox);
  told.notifier = notifier;
  running = {
    system,
    scripts,
    listener,
    notifier,
    outbox,
    ...nothingYet(),
    deltaPage: options.delta_page ?? 200,
    graphUrl: self,
    bases,
  };
  const control = options.control ? await startControl(acts, running, options.directory) : undefined;
  return {
    ...surfaceOf(running),
    ...credentialsOf(pki),
    /** Undefined unless it was asked for. */
    control: control && { port: control.port, token: control.token },
    async close(): Promise<void> {
      outbox.close();
      await control?.close();
      await listener.close();
      system.close();
    },
  };
}

const nothingYet = () => ({
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

/** What cannot be opened takes no port. */
async function openOrLeave(listener: Listener, open: () => System): Promise<System> {
  try {
    return open();
  } catch (error) {
    await listener.close();
    throw error;
  }
}

function surfaceOf(running: Running) {
  const { system, scripts, listener, notifier } = running;
  const [own = '', elsewhere = ''] = running.bases();
  return {
    /** Of the login: `<login_url>/<tenant>/oauth2/v2.0/token`. */
    login_url: own,
    /** Of Graph: `<graph_url>/v1.0/users`. */
    graph_url: own,
    /** Of the page for consent; without TLS, so that a browser shows it. */
    consent_url: `http://127.0.0.1:${listener.port}`,
    /** The same sandbox under another name: no token belongs there. */
    foreign_url: elsewhere,
    port: listener.port,
    tenant_id: system.tenant_id,
    domain: system.domain,
    /** Registered in the tenant itself, and consented. */
    own_application: () => shownOf(system, 'own'),
    /** Registered elsewhere for many tenants; this one has not consented at the beginning. */
    shared_application: () => shownOf(system, 'shared'),
    /** Put ahead, it stays so for this life and, with a directory, for those after it. */
    clock: system.clock,
    /** Does what administrators do: `act('disable', { person: 'E200004' })`. */
    act: performIn(running),
    state: () => stateOf(running),
    /** Everyone and every group, gone ones too, and who is in which group. For assertions. */
    directory: system.directory,
    /**
     * Lets things go wrong by name from now on, and counts calls anew; without orders all goes well again. Of several
     * scripts that fit a call the first counts.
     * @throws RangeError for an order that makes no sense; what runs then goes on
     */
    script: (...orders: ScriptOrder<ScriptName>[]) => switchScripts(running, orders),
    /** What has arrived since scripts were switched last, oldest first. */
    calls: scripts.calls,
    /** All that has arrived, with host, query and whether it brought a token. */
    log: () => [...running.log],
    /** When every notification on its way has been taken, or not. Those to be repeated are not waited for. */
    settled: notifier.settled,
  };
}

function shownOf({ applications }: System, name: Application['name']) {
  const { client_id = '', secret = '' } = applications.get(name) ?? {};
  return { client_id, secret };
}

function credentialsOf(pki: SandboxPki) {
  return {
    /** What whoever calls it trusts. */
    authority_pem: pki.authority.cert,
    /** Registered for the tenant's own application. */
    certificate: { certificate_pem: pki.client.cert, private_key_pem: pki.client.key },
    /** Not registered; `upload-certificate` does that. */
    other_certificate: { certificate_pem: pki.second_client.cert, private_key_pem: pki.second_client.key },
    expired_certificate: { certificate_pem: pki.expired_client.cert, private_key_pem: pki.expired_client.key },
    /** The registered one once more, as a PKCS#12 file. */
    certificate_p12: Buffer.from(pki.client_p12.base64, 'base64'),
    certificate_p12_pass_phrase: pki.client_p12.pass_phrase,
  };
}
