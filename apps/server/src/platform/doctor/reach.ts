import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { codeOf, type Finding, ok, wrong } from './finding';

type Target = { host: string; port: number; isTls: boolean };

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
};
const unknownAuthority: [string, string] = [
  'its certificate is of an authority that this machine does not know',
  'Put the certificate of your authority, or of the proxy that inspects TLS, into a PEM file and name it in NODE_EXTRA_CA_CERTS.',
];
for (const code of [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]) {
  remedies[code] = unknownAuthority;
}

/** Whether a service can be reached by name, network and TLS. */
export async function reach(check: string, { host, port, isTls }: Target): Promise<Finding> {
  const where = `${host}:${port}`;
  const began = performance.now();
  try {
    await lookup(host);
    await handshake({ host, port, isTls });
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

function handshake({ host, port, isTls }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
    socket.setTimeout(timeoutMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.end();
      resolve();
    });
    socket.once('error', reject);
  });
}
