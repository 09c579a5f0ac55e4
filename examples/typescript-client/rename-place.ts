import { client, dataOf } from './client.ts';

const [id, name] = process.argv.slice(2);
if (!id || !name) throw new Error('Usage: node rename-place.ts <id> "New name"');

const path = { id };
const read = await client.GET('/api/v1/locations/{id}', { params: { path } });
const before = dataOf(read);
const etag = read.response.headers.get('etag');

const changed = await client.PATCH('/api/v1/locations/{id}', {
  params: { path, header: etag ? { 'If-Match': etag } : {} },
  body: { name },
});
process.stdout.write(`${before.name} is now called ${dataOf(changed).name}.\n`);
