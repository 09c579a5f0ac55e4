import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inspectingAuthority, outsideIdentity } from '#test/connect-proxy';
import { localhostIdentity } from '#test/mail-server';
import { aReceiver } from '#test/receiver';
import { createOutbound } from './outbound';
import { readAuthorityFile, readAuthorityFolder, trustAuthorities } from './trusted-authorities';

function aFolder(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'key2xs-ca-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

describe('a folder of authorities', () => {
  it('has one or more certificates a file, also among comments or as DER', () => {
    const folder = aFolder({
      'a.pem': `# both\n${inspectingAuthority}\nand\n${outsideIdentity.cert}\n`,
      'b.CER': new X509Certificate(localhostIdentity.cert).raw,
      'README.txt': 'not looked at',
    });
    const read = readAuthorityFolder(folder);
    expect(read.map(({ file, name }) => [file, name])).toEqual([
      [join(folder, 'a.pem'), 'Inspecting proxy'],
      [join(folder, 'a.pem'), 'outside.test'],
      [join(folder, 'b.CER'), 'localhost'],
    ]);
    expect(read[0]?.notAfter.getTime()).toBe(Date.parse(new X509Certificate(inspectingAuthority).validTo));
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['has no certificate file', { 'a.txt': '' }, /has no \.pem, \.crt or \.cer file/],
    ['has an empty file', { 'a.pem': '' }, /a\.pem holds no certificate/],
    ['has something else in a file', { 'a.pem': 'certificate' }, /a\.pem holds no certificate/],
    [
      'has a damaged certificate',
      { 'a.pem': inspectingAuthority.replace('MII', 'MIJ') },
      /a\.pem holds no certificate/,
    ],
    ['has a private key', { 'a.pem': outsideIdentity.cert + outsideIdentity.key }, /a\.pem holds a private key/],
  ])('is refused with the name of the file when it %s', (_, files, message) => {
    expect(() => readAuthorityFolder(aFolder(files))).toThrow(message);
  });
});

it('is trusted by calls with and without authorities of their own', async () => {
  const { port } = await aReceiver();
  const origin = `https://localhost:${port}`;
  const call = async (ca: string[]) => {
    const outbound = createOutbound({ allowedHosts: ['localhost'], ownAddresses: [] });
    const dispatcher = outbound.openHttps(origin, { cert: '', key: '', ca });
    onTestFinished(() => void dispatcher.destroy());
    const { statusCode, body } = await request(`${origin}/in`, { method: 'POST', dispatcher });
    await body.dump();
    return statusCode;
  };
  await expect(call([inspectingAuthority])).rejects.toThrow(/self-signed certificate/);
  const trusted = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(trusted));
  trustAuthorities(readAuthorityFile(join(aFolder({ 'ca.crt': localhostIdentity.cert }), 'ca.crt')));
  expect([await call([inspectingAuthority]), await call([])]).toEqual([204, 204]);
});
