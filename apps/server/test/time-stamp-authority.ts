import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { localhostIdentity } from './mail-server';

const configuration = (folder: string, usage: string) => `
[ca]
default_ca = root
[root]
dir = ${folder}
database = ${folder}/index
serial = ${folder}/certificates
new_certs_dir = ${folder}
certificate = ${folder}/root.pem
private_key = ${folder}/root.key
default_md = sha256
policy = any
x509_extensions = stamps
[any]
commonName = supplied
[request]
distinguished_name = name
prompt = no
[name]
commonName = Made-up time stamps
[stamps]
basicConstraints = critical, CA:false
extendedKeyUsage = ${usage}
[tsa]
default_tsa = authority
[authority]
serial = ${folder}/stamps
signer_cert = ${folder}/signer.pem
signer_key = ${folder}/signer.key
certs = ${folder}/root.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
accuracy = secs:1
`;

type Signer = {
  /** As in a configuration of OpenSSL. */
  usage?: string;
  /** Of its certificate, as YYYYMMDDHHMMSSZ. */
  validFrom?: string;
  validTo?: string;
};

/** An authority of time stamps by `openssl ts`, until the test has ended; its certificates are its own. */
export function aTimeStampAuthority({
  usage = 'critical, timeStamping',
  validFrom = '20200101000000Z',
  validTo = '20491231000000Z',
}: Signer = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-time-stamps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const config = file('openssl.cnf');
  writeFileSync(config, configuration(folder, usage));
  writeFileSync(file('index'), '');
  writeFileSync(file('certificates'), '10\n');
  writeFileSync(file('stamps'), '01\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const root = ['-x509', '-subj', '/CN=Made-up root', '-days', '9000'];
  openssl('req', ...root, ...key, '-keyout', file('root.key'), '-out', file('root.pem'));
  openssl(
    'req',
    ...key,
    '-config',
    config,
    '-section',
    'request',
    '-keyout',
    file('signer.key'),
    '-out',
    file('request'),
  );
  const dates = ['-startdate', validFrom, '-enddate', validTo];
  openssl('ca', '-batch', '-config', config, '-in', file('request'), '-out', file('signer.pem'), ...dates);
  return {
    root: readFileSync(file('root.pem'), 'utf8'),
    /** @returns a TimeStampResp as DER */
    reply(query: Buffer): Buffer {
      writeFileSync(file('query'), query);
      return openssl('ts', '-reply', '-config', config, '-queryfile', file('query'));
    },
    /** The same statement as in another token, signed by this authority, which `openssl ts` refuses to do without a fit certificate. */
    sign(token: Buffer): Buffer {
      writeFileSync(file('token'), token);
      const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4'];
      openssl('cms', '-verify', '-noverify', '-inform', 'DER', '-in', file('token'), '-out', file('statement'));
      const by = ['-signer', file('signer.pem'), '-inkey', file('signer.key'), '-md', 'sha256', '-cades'];
      return openssl(
        'cms',
        '-sign',
        '-binary',
        '-nodetach',
        '-outform',
        'DER',
        '-in',
        file('statement'),
        ...type,
        ...by,
      );
    },
    /** What `openssl ts -verify` says about a token. @throws where it does not accept it */
    verify(token: Buffer, content: Buffer): string {
      writeFileSync(file('token'), token);
      writeFileSync(file('content'), content);
      const of = ['-token_in', '-in', file('token'), '-data', file('content'), '-CAfile', file('root.pem')];
      return openssl('ts', '-verify', ...of).toString();
    },
  };
}

/** Answers stamp requests by HTTPS, until the test has ended. `refusals` are the statuses of the next answers. */
export async function aTimeStampServer(authority: TimeStampAuthority) {
  const refusals: number[] = [];
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer(localhostIdentity, async (request, response) => {
    requests.push(request.headers);
    const query = await buffer(request);
    const refusal = refusals.shift();
    if (refusal) response.writeHead(refusal).end();
    else response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(authority.reply(query));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return { url: `https://stamps:secret@localhost:${port}/tsa`, refusals, requests };
}

export type TimeStampAuthority = ReturnType<typeof aTimeStampAuthority>;
