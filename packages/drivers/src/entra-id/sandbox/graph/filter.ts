import { badRequest } from './graph-error';

type Test = (object: Record<string, unknown>) => boolean;

const term = /^\s*(\w+)\s+(eq|ne)\s+('(?:[^']|'')*'|true|false|null)\s*/;
const startsWith = /^\s*startswith\(\s*(\w+)\s*,\s*('(?:[^']|'')*')\s*\)\s*/i;

/** Comparisons joined by `and`, or by `or`. @throws GraphRefused for unsupported filters, or those that need ConsistencyLevel */
export function readFilter(text: string | null, isEventual: boolean): Test {
  if (text === null) return () => true;
  const tests: Test[] = [];
  const joins = new Set<string>();
  let left = text;
  while (left !== '') {
    const [test, rest] = readTerm(left, isEventual);
    tests.push(test);
    const [joined = '', word] = /^(and|or)\s+/i.exec(rest) ?? [];
    if (rest !== '' && word === undefined) throw badRequest('Invalid filter clause.');
    if (word) joins.add(word.toLowerCase());
    left = rest.slice(joined.length);
  }
  if (tests.length === 0 || joins.size > 1) throw badRequest('Invalid filter clause.');
  return joins.has('or')
    ? (object) => tests.some((test) => test(object))
    : (object) => tests.every((test) => test(object));
}

function readTerm(text: string, isEventual: boolean): [Test, string] {
  const starting = startsWith.exec(text);
  if (starting) {
    const [whole, name = '', value = ''] = starting;
    const start = String(literalOf(value)).toLowerCase();
    return [
      (object) =>
        String(object[name] ?? '')
          .toLowerCase()
          .startsWith(start),
      text.slice(whole.length),
    ];
  }
  const [whole, name = '', operator, value = ''] = term.exec(text) ?? [];
  if (whole === undefined) throw badRequest('Invalid filter clause.');
  if (operator === 'ne' && !isEventual) {
    throw badRequest(
      `Operator 'Not Equals' is only supported with the header ConsistencyLevel and $count.`,
      'Request_UnsupportedQuery',
    );
  }
  const wanted = comparable(literalOf(value));
  return [(object) => (comparable(object[name]) === wanted) === (operator === 'eq'), text.slice(whole.length)];
}

function literalOf(text: string): string | boolean | null {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return text === 'null' ? null : text === 'true';
}

const comparable = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : (value ?? null));

/** `id eq '…' or id eq '…'`, the one filter of a delta. @throws GraphRefused */
export function readIds(text: string | null): string[] | undefined {
  if (text === null) return undefined;
  const ids = text.split(/\s+or\s+/i).map((part) => /^\s*id\s+eq\s+'([^']+)'\s*$/i.exec(part)?.[1]);
  if (!ids.every((id) => id !== undefined) || ids.length > 50) {
    throw badRequest('A delta is filtered by at most 50 ids.', 'Request_UnsupportedQuery');
  }
  return ids;
}
