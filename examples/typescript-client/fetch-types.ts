import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const { KEY2XS_URL, KEY2XS_TOKEN } = process.env;
if (!KEY2XS_URL || !KEY2XS_TOKEN) throw new Error('Set KEY2XS_URL and KEY2XS_TOKEN.');

const answer = await fetch(new URL('/api/v1/openapi.json', KEY2XS_URL), {
  headers: { authorization: `Bearer ${KEY2XS_TOKEN}` },
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(`The API document could not be read: ${answer.status} ${answer.statusText}`);
const types = await openapiTS(await answer.text());
await writeFile(new URL('key2xs.d.ts', import.meta.url), astToString(types));
