import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type HttpProxy, isCalledThrough, nameOfProxy } from '../network/proxy';
import { openTunnel } from '../network/tunnel';
import { codeOf, type Finding, ok, wrong } from './finding';

type Target = { host: string; port: number; isTls: boolean; proxy?: HttpProxy | undefined };

const timeoutMs = 5_000;

const remedies: Record<string, [text: string, remedy: string]> = {
  ENOTFOUND: ['its name is not known', 'Check the spelling, and the DNS server of this machine (/etc/resolv.conf).'],
  EAI_AGAIN: ['the DNS server does not answer', 'Check the DNS server of this machine (/etc/resolv.conf).'],
  ECONNREFUSED: ['nothing listens there', 'Check the port, and whether the service runs.'],
  ETIMEDOUT: ['no answer within 5 seconds', 'Check the firewall between this machine and the service.'],
  EHOSTUNREACH: ['there is no route to it', 'Check the network and the routes of this machine.'],
  ENETUNREACH: ['there is no route to it', 'Check the network and the routes of this machine.'],
  ECONNRESET: [
    'the connection was cut',
    'A firewall or proxy in between cuts it, or the service does not expect TLS there.',
  ],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate, and check the clock of this machine.'],
  CERT_NOT_YET_VALID: [
    'its certificate is not valid yet',
    'The clock of this machine is probably behind. Set it by NTP.',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Use the name that the certificate has, or have one issued for this name.',
  ],
  PROXY_UNREACHABLE: [
    'the proxy does not answer',
    'Correct HTTPS_PROXY, or check whether the proxy runs and the firewall lets this machine connect to it.',
  ],
  PROXY_UNTRUSTED: [
    'the certificate of the proxy is of an authority that this machine does not know',
    'Put the certificate of that authority as a PEM file into the folder that KEY2XS_CA_DIR names.',
  ],
  PROXY_NO_ANSWER: [
    'what HTTPS_PROXY names does not answer as an HTTP proxy does',
    'Correct the address and the port in HTTPS_PROXY.',
  ],
  PROXY_CREDENTIALS: [
    'the proxy asks for a sign-in, or does not accept the one it got',
    'Put the right user and password into HTTPS_PROXY (only Basic is supported), or let the proxy admit this machine without.',
  ],
  PROXY_REFUSED: [
    'the proxy refuses the connection',
    'Have the proxy let this machine connect there, or add the host to NO_PROXY.',
  ],
  PROXY_NO_WAY: [
    'the proxy could not connect',
    'If the host is inside, add it to NO_PROXY. Otherwise ask those who run the proxy.',
  ],
  PROXY_TIMEOUT: [
    'the proxy did not connect in time',
    'If the host is inside, add it to NO_PROXY. Otherwise ask those who run the proxy.',
  ],
};
const unknownAuthority: [string, string] = [
  'its certificate is of an authority that this machine does not know',
  'Put the certificate of your authority, or of the proxy that inspects TLS, as a PEM file into the folder that KEY2XS_CA_DIR names.',
];
for (const code of [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]) {
  remedies[code] = unknownAuthority;
}

/** Whether a service can be reached by name, network and TLS, or through the proxy. */
export async function reach(check: string, { proxy, ...target }: Target): Promise<Finding> {
  const { host, port } = target;
  const by = target.isTls && isCalledThrough(proxy, target) ? proxy : undefined;
  const where = `${host}:${port}${by ? `, through ${nameOfProxy(by)}` : ''}`;
  const began = performance.now();
  try {
    if (!by) await lookup(host);
    await handshake(target, by && (await openTunnel(by, target, { timeoutMs })));
    return ok(check, `${where} answers in ${Math.round(performance.now() - began)} ms`);
  } catch (error) {
    return unreachable(check, where, error);
  }
}

export function unreachable(check: string, where: string, error: unknown): Finding {
  const code = codeOf(error);
  const [text, remedy] = remedies[code] ?? [code, 'The message is that of the service or of the system.'];
  return wrong(check, `${where}: ${text}`, remedy);
}

/** @param tunnel through which to go; an address has no name to ask for */
function handshake({ host, port, isTls }: Omit<Target, 'proxy'>, tunnel?: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = isTls
      ? connectTls({ host, port, ...name, ...(tunnel && { socket: tunnel }) })
      : connect({ host, port });
    socket.setTimeout(timeoutMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.end();
      resolve();
    });
    socket.once('error', reject);
  });
}
