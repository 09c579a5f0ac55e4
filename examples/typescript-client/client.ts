import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './key2xs.d.ts';

const { KEY2XS_URL, KEY2XS_TOKEN } = process.env;
if (!KEY2XS_URL || !KEY2XS_TOKEN) throw new Error('Set KEY2XS_URL and KEY2XS_TOKEN.');

const attempts = 5;

export const client = createClient<paths>({
  baseUrl: KEY2XS_URL,
  headers: { authorization: `Bearer ${KEY2XS_TOKEN}` },
});

client.use({
  /** Reads again after the seconds that a busy server says. A change is not sent twice. */
  async onResponse({ request, response }) {
    let answer = response;
    for (let attempt = 1; attempt < attempts && request.method === 'GET' && isBusy(answer); attempt++) {
      await setTimeout(1_000 * Number(answer.headers.get('retry-after') ?? attempt));
      answer = await fetch(request.clone());
    }
    return answer;
  },
});

const isBusy = ({ status }: Response): boolean => status === 429 || status === 503;

/** What an operation answered. @throws Error in the words of the server */
export function dataOf<T>({ data, error }: { data?: T; error?: { title: string; detail?: string } }): T {
  if (data === undefined) throw new Error(error?.detail ?? error?.title ?? 'The server did not answer.');
  return data;
}
