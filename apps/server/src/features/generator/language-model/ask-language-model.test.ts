import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from '#platform/network/outbound';
import { localhostIdentity } from '../../../../test/mail-server';
import { aReceiver, type ReceiverAnswer } from '../../../../test/receiver';
import { askLanguageModel, type SuggestionFacts } from './ask-language-model';

const trusted = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...trusted, localhostIdentity.cert]));
afterAll(() => setDefaultCACertificates(trusted));

const nurses: SuggestionFacts = {
  conditions: [{ attribute: 'job_title', value: 'Nurse' }],
  people: 41,
  doors: 12,
  places: ['Ward 3'],
};

const says =
  (content: unknown): ReceiverAnswer =>
  (response) =>
    response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(content) } }] }));

const words = (name: string, explanation: string | null = null, index = 0) => ({
  items: [{ index, name, explanation }],
});

async function ask(answers: ReceiverAnswer[], { allowedHosts = ['127.0.0.0/8'], timeoutMs = 2_000 } = {}) {
  const receiver = await aReceiver();
  receiver.answers.push(...answers);
  const url = `https://localhost:${receiver.port}/v1/`;
  const asking = {
    outbound: createOutbound({ allowedHosts, ownAddresses: [] }),
    model: { url, name: 'small', key: 'the-key' },
    signal: new AbortController().signal,
    timeoutMs,
  };
  return { receiver, asked: askLanguageModel(asking, [nurses]) };
}

describe('asking a language model', () => {
  test('takes over names and explanations', async () => {
    const { receiver, asked } = await ask([says(words('Nurses: Ward 3', 'They work on Ward 3.'))]);
    expect(await asked).toEqual(new Map([[0, { name: 'Nurses: Ward 3', explanation: 'They work on Ward 3.' }]]));
    const [call] = receiver.calls;
    expect(call).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: 'Bearer the-key' } });
    const { messages } = JSON.parse(call?.body ?? '');
    expect(JSON.parse(messages[1].content)).toEqual([{ index: 0, ...nurses }]);
  });

  test('keeps plain text of limited length only', async () => {
    const name = `Nurses <script>alert(1)</script>\u202e\u0000\n[see](https://evil.example/a) **now** ${'x'.repeat(5_000)}`;
    const { asked } = await ask([says(words(name, '<img src=x onerror=alert(1)>'))]);
    const answer = (await asked).get(0);
    expect(answer?.name).toMatch(/^Nurses alert\(1\) see now x+$/);
    expect(answer?.name.length).toBeLessThanOrEqual(80);
    expect(answer?.explanation).toBeNull();
  });

  test('drops names for suggestions that it was not asked about, and names without a letter', async () => {
    const { asked } = await ask([says({ items: [...words('Others', null, 7).items, ...words('--- !').items] })]);
    expect(await asked).toEqual(new Map());
  });

  test.each<[string, ReceiverAnswer, string]>([
    ['other JSON', (response) => response.end('{"error":"no"}'), 'bad_answer'],
    ['HTML', (response) => response.end('<html><script>alert(1)</script></html>'), 'bad_answer'],
    ['another content', says({ grant: 'everything' }), 'bad_answer'],
    ['10 MB', (response) => response.end(Buffer.alloc(10_000_000, 'a')), 'bad_answer'],
    ['a redirect', (response) => response.writeHead(302, { location: 'https://localhost/' }).end(), 'bad_answer'],
    ['401', 401, 'bad_answer'],
  ])('refuses %s', async (_, answer, kind) => {
    const { receiver, asked } = await ask([answer, answer]);
    await expect(asked).rejects.toMatchObject({ kind });
    expect(receiver.calls).toHaveLength(1);
  });

  test('gives up one that hangs', async () => {
    const { asked } = await ask([() => undefined, () => undefined], { timeoutMs: 150 });
    await expect(asked).rejects.toMatchObject({ name: 'DriverError' });
  });

  test('asks a busy one once more', async () => {
    const { receiver, asked } = await ask([503, says(words('Nurses'))]);
    expect((await asked).get(0)?.name).toBe('Nurses');
    expect(receiver.calls).toHaveLength(2);
  });

  test('calls no private address that is not allowed', async () => {
    const { receiver, asked } = await ask([says(words('Nurses'))], { allowedHosts: [] });
    await expect(asked).rejects.toMatchObject({ kind: 'address_refused' });
    expect(receiver.calls).toHaveLength(0);
  });
});
