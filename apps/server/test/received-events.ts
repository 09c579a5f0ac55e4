import { type Endpoint, eventsOf, type ReceivedEvent } from '@key2xs/contract';

/**
 * The events of a stream, parsed by the contract, from its text in pieces of any length. Names that the contract does not know
 * are left out, as the heartbeat is.
 * @throws ZodError
 */
export async function* receivedEvents<E extends Endpoint>(
  endpoint: E,
  text: AsyncIterable<string>,
): AsyncGenerator<ReceivedEvent<E>> {
  const catalogue = eventsOf(endpoint) ?? {};
  let [event, data, id]: [string, string[], string | undefined] = ['message', [], undefined];
  for await (const line of linesOf(text)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
    if (line !== '') continue;
    const schema = catalogue[event];
    if (schema && data.length > 0) {
      yield { event, data: schema.parse(JSON.parse(data.join('\n'))), id } as ReceivedEvent<E>; // by that name's schema
    }
    [event, data, id] = ['message', [], undefined];
  }
}

/** Without their ends; what comes after the last end is left out. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
}
