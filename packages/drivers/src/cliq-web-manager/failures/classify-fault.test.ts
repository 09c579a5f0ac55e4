import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe, expect, it } from 'vitest';
import { classifyFault } from './classify-fault';

describe('classifyFault', () => {
  it.each([
    ['soapenv:Client', 'There is no person P-9', 'refused_item', false],
    ['Client', '', 'refused_item', false],
    ['env:Sender', 'Bad identity', 'refused_item', false],
    ['soapenv:Client.Authentication', 'Who are you?', 'refused_item', false],
    ['soapenv:Server', 'Database is being restored', 'refused', true],
    ['ns2:Anything', 'Database is being restored', 'refused', true],
    ['', '', 'refused', true],
    ['soapenv:Client', 'User is not authorised for this operation', 'unauthorised', false],
    ['soapenv:Server', 'Access denied', 'unauthorised', false],
    ['soapenv:Server', 'Operation not supported by licence', 'not_supported', false],
    ['soapenv:Client', 'There is no operation getDoors.', 'not_supported', false],
    ['soapenv:Server', 'Too many requests', 'rate_limited', true],
    ['soapenv:VersionMismatch', 'SOAP 1.2 please', 'bad_answer', false],
    ['soapenv:MustUnderstand', 'Unknown header', 'bad_answer', false],
  ])('names %s: %s', (faultcode, faultstring, kind, again) => {
    expect(classifyFault({ faultcode, faultstring })).toMatchObject({ error: { kind }, again });
  });

  it('keeps the message as one sentence of limited length', () => {
    const said = `  There is\n no person ${'P'.repeat(500)}`;
    const { error } = classifyFault({ faultcode: 'Client', faultstring: said });
    const detail = error.detail && renderSentence(error.detail);
    expect(detail).toMatch(/^There is no person P+\.$/);
    expect(detail).toHaveLength(301);
  });
});
