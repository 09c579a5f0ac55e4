import { client, dataOf } from './client.ts';

const limit = 200;

/** Overdue keys, the longest overdue first, a page at a time. */
async function* overdueKeys() {
  for (let offset = 0; ; ) {
    const query = { custody: 'overdue', sort: 'due_at', limit, offset } as const;
    const page = dataOf(await client.GET('/api/v1/keys', { params: { query } }));
    yield* page.items;
    offset += page.items.length;
    if (page.items.length === 0 || offset >= page.total) return;
  }
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

process.stdout.write('marking,holder,key system\n');
for await (const { marking, holder, connection_name } of overdueKeys()) {
  process.stdout.write(`${[marking, holder?.name ?? '', connection_name].map(cell).join(',')}\n`);
}
