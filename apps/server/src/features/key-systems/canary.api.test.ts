import { createPrivateKey } from 'node:crypto';
import { allEndpoints, clientCertificates, type Endpoint, entraSetup, eventsOf, keySystems } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { blocksOf, bodyLines } from '#test/factories/certificates';
import { aFile } from '#test/factories/iam';
import { dumpDatabase } from '#test/factories/key-systems';
import { aLoggingServer } from '#test/factories/logging-server';

/** Pieces of key material in every likely encoding. */
function piecesOf(pem: string): string[] {
  const [key = ''] = blocksOf(pem).filter((block) => block.includes('PRIVATE KEY'));
  const forms = (['pkcs1', 'pkcs8'] as const).map((type) => {
    const object = createPrivateKey(key);
    return {
      lines: bodyLines(object.export({ type, format: 'pem' }).toString()),
      der: object.export({ type, format: 'der' }),
    };
  });
  return [...forms.flatMap(({ lines }) => lines), ...forms.flatMap(({ der }) => bytePieces(der)), ...bodyLines(key)];
}

/** As hex, as an escaped text of bytes, and as base64 from each of the three places it can begin at. */
function bytePieces(der: Buffer): string[] {
  const slices: Buffer[] = [];
  for (let at = 48; at + 33 <= der.length; at += 33) slices.push(der.subarray(at, at + 33)); // after the common beginning
  return slices.flatMap((slice) => [
    slice.toString('hex'),
    slice.toString('hex').toUpperCase(),
    JSON.stringify(slice.toString('latin1')).slice(1, -1),
    ...[0, 1, 2].map((from) => slice.subarray(from, from + 30).toString('base64')),
  ]);
}

const found = (text: string, canaries: readonly string[]) => canaries.filter((canary) => text.includes(canary));

const gets = Object.values(allEndpoints)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter((endpoint) => endpoint.method === 'GET' && !eventsOf(endpoint) && endpoint !== entraSetup.options);

/** As in production: the sandbox gives its certificates to all super admins, as the options of the set-up of Entra ID do. */
function hideSandbox({ deps }: TestApp): void {
  const { sandbox } = deps;
  deps.sandbox = undefined;
  onTestFinished(() => {
    deps.sandbox = sandbox;
  });
}

/** Each upload is read in a thread of its own, and a dozen lists follow. */
const timeoutMs = 120_000;

const nowhere = 'private keys and pass phrases are in no answer, no export, no log line, no audit event and no table';

test(nowhere, { timeout: timeoutMs }, async ({ app }) => {
  hideSandbox(app);
  const { client_certificate_p12: p12, second_client_certificate_bundle_pem: second, ...sandbox } = app.sandbox;
  const passPhrase = sandbox.client_certificate_p12_pass_phrase;
  const canaries = [
    passPhrase,
    ...piecesOf(sandbox.client_certificate_bundle_pem),
    ...piecesOf(second),
    ...bytePieces(p12),
  ];
  const { url, lines, call, end } = await aLoggingServer(app);
  const { cliq_api_url, domain_name } = sandbox;
  const form = { name: 'Head office', system_type: 'cliq_web_manager', cliq_api_url, domain_name };
  const ofP12 = { client_certificate_bundle_pem_file: aFile(p12, 'client.p12') };

  const answers: { status: number; text: string }[] = [];
  const note = async <T extends { status: number; text: string }>(answer: Promise<T>): Promise<T> => {
    answers.push(await answer);
    return answer;
  };
  const wrong = { ...form, ...ofP12, client_certificate_pass_phrase: `${passPhrase}!` };
  await note(call(keySystems.create, { body: wrong }));
  const created = await note(
    call(keySystems.create, { body: { ...form, ...ofP12, client_certificate_pass_phrase: passPhrase } }),
  );
  const { id } = created.body;
  const certificate_file = aFile(second, 'next.pem');
  const withoutCertificate = aFile(second.replace(blocksOf(second)[0] ?? '', ''), 'next.pem');
  await note(call(clientCertificates.add, { params: { id }, body: { certificate_file: withoutCertificate } }));
  const added = await note(call(clientCertificates.add, { params: { id }, body: { certificate_file } }));
  const certificate_id = added.body.standby_certificate?.id ?? '';
  await note(call(keySystems.test, { params: { id } }));
  await note(call(clientCertificates.test, { params: { id, certificate_id } }));
  await note(call(clientCertificates.activate, { params: { id, certificate_id } }));
  expect(answers.map(({ status }) => status)).toEqual([422, 201, 422, 201, 200, 200, 200]);
  const [task] = await app.db.selectFrom('sync_task').select('id').execute();
  expect(await app.ended(task?.id ?? '')).toMatchObject({ status: 'SUCCESS' });

  const token = await app.as('superadmin').token();
  const read = async ({ path, produces }: Endpoint, record: string) => {
    const filled = path.replace(/:task_id/, task?.id ?? '').replace(/:\w+/g, record);
    const response = await fetch(`${url}/api/v1${filled}`, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, produces, text: await response.text() };
  };
  const cylinder = await app.db.selectFrom('cylinder').select('id').limit(1).executeTakeFirstOrThrow();
  for (const endpoint of gets) {
    for (const record of endpoint.path.includes(':') ? [id, cylinder.id] : ['']) {
      const answer = await read(endpoint, record);
      expect([endpoint.path, answer.status]).not.toEqual([endpoint.path, 500]);
      answers.push(answer);
      // One that compares two records cannot be asked about none.
      if (endpoint.produces === 'csv' && record === '' && answer.status !== 422)
        expect([endpoint.path, answer.status]).toEqual([endpoint.path, 200]);
    }
  }
  await end();

  const dump = await dumpDatabase(app);
  expect(dump).toContain('client_certificate.activated');
  expect(lines.length).toBeGreaterThan(gets.length);
  for (const text of [dump, lines.join('\n'), ...answers.map((answer) => answer.text)]) {
    expect(found(text, canaries)).toEqual([]);
  }
});

test('the search finds key material in every way of writing it', async ({ app }) => {
  const { client_certificate_bundle_pem: pem, foreign_certificate_bundle_pem: another } = app.sandbox;
  const canaries = piecesOf(pem);
  const [, key = ''] = blocksOf(pem);
  const der = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  const written = [
    key,
    JSON.stringify({ key }),
    der.toString('hex'),
    JSON.stringify(der.toString('latin1')),
    der.toString('base64'),
    Buffer.from(`.${der.toString('latin1')}`, 'latin1').toString('base64'),
  ];
  for (const text of written) expect(found(text, canaries).length).toBeGreaterThan(10);
  expect(found(another, canaries)).toEqual([]);
});
