import { renderSentence } from '@key2xs/texts/render-sentence';
import { SaxesParser } from 'saxes';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DriverError } from '../../driver-error';
import { readSoap } from './read-soap';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const query = 'http://cliq.shared.assaabloy.com/ws/query/v2/';

const envelope = (body: string) => `<e:Envelope xmlns:e="${soap}"><e:Header/><e:Body>${body}</e:Body></e:Envelope>`;
const persons = (inside: string) =>
  envelope(`<q:getPersonsResponse xmlns:q="${query}">${inside}</q:getPersonsResponse>`);
const read = (text: string) => readSoap(text, 'getPersonsResponse', ['person']);
const readPersons = async (inside: string) => read(persons(inside));
const one = (fields: object) => ({ records: [fields] });

async function refusalOf(text: string): Promise<string> {
  const error = await read(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DriverError)) throw new Error('Nothing was refused.');
  expect(error.kind).toBe('bad_answer');
  return error.detail ? renderSentence(error.detail) : '';
}

describe('readSoap, with unusual but valid input', () => {
  it.each([
    ['no list', ''],
    ['white space and remarks', '\n  <!-- no one -->\t<?note none?> '],
    ['an extension alone', '<x:more xmlns:x="urn:other"><x:person/></x:more>'],
  ])('takes %s for an empty list', async (_, inside) => {
    expect(await readPersons(inside)).toEqual({ records: [] });
  });

  it('reads an empty list in its shortest form', async () => {
    expect(await read(envelope(`<getPersonsResponse xmlns="${query}"/>`))).toEqual({ records: [] });
  });

  it.each([
    ['plain', '<person><identity>P-1</identity></person>'],
    ['with a prefix of its own', `<a:person xmlns:a="${query}"><a:identity>P-1</a:identity></a:person>`],
    ['with a namespace of its own', `<person xmlns="${query}"><identity>P-1</identity></person>`],
    ['with attributes', '<person a="1"><identity b="&lt;2" c=\'"\'>P-1</identity></person>'],
    ['as CDATA', '<person><identity><![CDATA[P-1]]></identity></person>'],
    ['in pieces', '<person><identity>P<!-- - --><![CDATA[-]]>&#49;</identity></person>'],
    ['on lines of its own', '<person>\r\n  <identity>\n    P-1\n  </identity>\r\n</person>'],
    ['with what is inside it skipped', '<person><identity>P-1<deep><identity>no</identity></deep></identity></person>'],
  ])('reads one record %s', async (_, inside) => {
    expect(await readPersons(inside)).toEqual(one({ identity: 'P-1' }));
  });

  it('reads every character, by name, number and itself', async () => {
    const text = 'Zo&#235; &amp; &lt;Søn&gt; &quot;O&apos;Dowd&quot; &#x1F511; 🗝';
    expect(await readPersons(`<person><surname>${text}</surname></person>`)).toEqual(
      one({ surname: `Zoë & <Søn> "O'Dowd" 🔑 🗝` }),
    );
  });

  it('keeps empty fields, and the first of two with one name', async () => {
    const inside = '<person><firstName/><surname></surname><identity>P-1</identity><identity>P-2</identity></person>';
    expect(await readPersons(inside)).toEqual(one({ firstName: '', surname: '', identity: 'P-1' }));
  });

  it('skips unknown elements, beside records and inside them', async () => {
    const inside =
      '<total>2</total><person><identity>P-1</identity><tags><tag>a</tag><tag>b</tag></tags></person>' +
      '<x:person xmlns:x="urn:other"><identity>P-2</identity></x:person><page><person><identity>no</identity></person></page>';
    expect(await readPersons(inside)).toEqual({
      records: [{ identity: 'P-1', tags: '' }, { identity: 'P-2' }],
    });
  });

  it('takes no name of a field for anything else', async () => {
    const answer = await readPersons('<person><__proto__>a</__proto__><constructor>b</constructor></person>');
    expect('records' in answer && Object.entries(answer.records[0] ?? {})).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    expect(Object.prototype).not.toHaveProperty('a');
  });

  it('reads past a byte order mark and a declaration', async () => {
    const text = `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${persons('<person/>')}\n<!-- end -->\n`;
    expect(await read(text)).toEqual(one({}));
  });

  it('reads records in a wrapper', async () => {
    const trails = (inside: string) =>
      envelope(`<q:getAuditTrailsResponse xmlns:q="${query}">${inside}</q:getAuditTrailsResponse>`);
    const readTrails = (inside: string) =>
      readSoap(trails(inside), 'getAuditTrailsResponse', ['auditTrails', 'auditTrail']);
    const entry = '<auditTrail><identity>E-1</identity></auditTrail>';
    expect(await readTrails(`<auditTrails>${entry}</auditTrails>`)).toEqual(one({ identity: 'E-1' }));
    expect(await readTrails('<auditTrails/>')).toEqual({ records: [] });
    expect(await readTrails('')).toEqual({ records: [] });
    await expect(readTrails(entry)).rejects.toMatchObject({ kind: 'bad_answer' });
  });

  it('reads a fault', async () => {
    const fault = '<e:Fault><faultcode>e:Client</faultcode><faultstring xml:lang="en">No.</faultstring></e:Fault>';
    expect(await read(envelope(fault))).toEqual({ fault: { faultcode: 'e:Client', faultstring: 'No.' } });
  });

  it('reads twenty thousand persons, and lets other work have its turn', async () => {
    const person = '<person><identity>P</identity><firstName>A</firstName><surname>B</surname></person>';
    let turns = 0;
    let other = setImmediate(function next() {
      turns++;
      other = setImmediate(next);
    });
    const answer = await readPersons(person.repeat(20_000)).finally(() => clearImmediate(other));
    expect('records' in answer && answer.records).toHaveLength(20_000);
    expect(turns).toBeGreaterThan(5);
  });
});

describe('readSoap, with untrustworthy input', () => {
  it.each([
    ['nothing', ' \n', 'An answer is empty.'],
    ['no XML', 'no', 'It did not answer in well-formed XML.'],
    ['half an answer', persons('<person/>').slice(0, -30), 'It did not answer in well-formed XML.'],
    ['crossed elements', persons('<person><a></person></a>'), 'It did not answer in well-formed XML.'],
    ['two documents', persons('') + persons(''), 'It did not answer in well-formed XML.'],
    ['an unknown entity', persons('<person>&nbsp;</person>'), 'It did not answer in well-formed XML.'],
    ['an unknown prefix', persons('<z:person/>'), 'It did not answer in well-formed XML.'],
    ['a control character', persons('<person>\u0001</person>'), 'It did not answer in well-formed XML.'],
    ['another answer', envelope('<getKeysResponse/>'), 'It did not answer with getPersonsResponse.'],
    ['an answer without envelope', '<getPersonsResponse/>', 'It did not answer with getPersonsResponse.'],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'It answered with a web page.'],
    ['a web page without type', '<HTML><body>Sign in<br></HTML>', 'It answered with a web page.'],
    [
      'records under another name',
      persons('<persons><person/></persons>'),
      'It answered with persons, which is not known here, and with no person.',
    ],
  ])('refuses %s', async (_, text, detail) => {
    expect(await refusalOf(text)).toBe(detail);
  });
});

describe('readSoap, of what means harm', () => {
  const declared = (subset: string) => `<!DOCTYPE e [${subset}]>${persons('<person><surname>&b;</surname></person>')}`;
  const bomb = Array.from(
    { length: 20 },
    (_, i) => `<!ENTITY ${'b'.repeat(i + 2)} "${`&${'b'.repeat(i + 1)};`.repeat(10)}">`,
  );
  const long = (length: number) => 'a'.repeat(length);

  it.each([
    ['entities in entities', declared(`<!ENTITY b "b">${bomb.join('')}`), 'document type'],
    ['an entity that names a file', declared('<!ENTITY b SYSTEM "file:///etc/passwd">'), 'document type'],
    ['a type from elsewhere', '<!DOCTYPE e SYSTEM "http://169.254.169.254/x.dtd"><e/>', 'document type'],
    ['a type that does not end', `<!DOCTYPE e [${long(20_000_000)}`, 'too long'],
    ['deep nesting', persons('<person>'.repeat(2_000_000)), 'nested too deeply'],
    ['a long text', persons(`<person><surname>${long(20_000_000)}</surname></person>`), 'too long'],
    [
      'a long text in CDATA',
      persons(`<person><surname><![CDATA[${long(20_000_000)}]]></surname></person>`),
      'too long',
    ],
    ['a long name', `<${long(20_000_000)}`, 'too long'],
    ['a long attribute', `<e a="${long(20_000_000)}`, 'too long'],
    ['many attributes', `<e ${Array.from({ length: 300_000 }, (_, i) => `a${i}=""`).join(' ')}/>`, 'too long'],
    ['many records', persons('<person/>'.repeat(600_000)), 'too many records'],
    [
      'many fields',
      persons(`<person>${Array.from({ length: 300_000 }, (_, i) => `<a${i}/>`).join('')}`),
      'too many fields',
    ],
    ['many references', persons(`<person><a>${'&#97;'.repeat(4_000_000)}</a></person>`), 'too long'],
  ])('gives up on %s before most of it is read', async (_, text, detail) => {
    const parsed = vi.spyOn(SaxesParser.prototype, 'write');
    onTestFinished(() => parsed.mockRestore());
    expect(await refusalOf(text)).toContain(detail);
    expect(parsed.mock.calls.length).toBeLessThan(40); // each is 64 KiB
  });
});
