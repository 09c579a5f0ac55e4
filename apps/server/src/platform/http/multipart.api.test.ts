import { Problem } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { pour } from '#test/pour';

const read = 65_536; // what one read of a socket brings
const maxBytes = 262_144; // of each of three certificate files

const part = (name: string, content = '', fileName?: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n\r\n${content}`;

/** Begins as said and goes on without an end, in one chunk of the transfer after another. */
async function upload(app: TestApp, begin: string) {
  const authorization = `Bearer ${await app.as('superadmin').token()}`;
  const head = [
    'POST /api/v1/key-systems/connections HTTP/1.1',
    `Authorization: ${authorization}`,
    'Content-Type: multipart/form-data; boundary=x',
  ];
  const answer = await pour(app, { head: `${head.join('\r\n')}\r\n`, begin });
  expect(answer.headers).toMatch(/^connection: close/im);
  return { ...answer, code: Problem.parse(JSON.parse(answer.body)).code };
}

const fileField = 'client_certificate_bundle_pem_file';

describe('an endless upload', () => {
  const refused: [what: string, begin: string, code: string, most: number][] = [
    ['an unexpected file', part('photo', '', 'a.jpg'), 'bad_request', 2 * read],
    ['a file with the name of a prototype', part('constructor', '', 'a.jpg'), 'bad_request', 2 * read],
    ['a file without a name', '--x\r\ncontent-disposition: form-data; filename="a"\r\n\r\n', 'bad_request', 2 * read],
    ['a field twice', `${part('name', 'a\r\n')}${part('name', 'b\r\n')}--x\r\n`, 'bad_request', 2 * read],
    ['more fields than belong', fields(31), 'payload_too_large', 2 * read],
    ['a file that is too large', part(fileField, '', 'a.pem'), 'payload_too_large', maxBytes + 3 * read],
    ['a field that never ends', part('name'), 'payload_too_large', 3 * maxBytes + 524_288 + 3 * read],
    ['nothing that is a part', 'no part', 'payload_too_large', 3 * maxBytes + 524_288 + 3 * read],
  ];
  for (const [what, begin, code, most] of refused) {
    test(`is refused as soon as it shows: ${what}`, async ({ app }) => {
      const answer = await upload(app, begin);
      expect(answer.code).toBe(code);
      expect(answer.taken).toBeLessThanOrEqual(most);
    });
  }
});

function fields(count: number): string {
  return Array.from({ length: count }, (_, n) => part(`field-${n}`, 'x\r\n')).join('');
}
