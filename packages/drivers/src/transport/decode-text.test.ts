import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text';

const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Zo\xeb</a>`;

describe('decodeText', () => {
  it.each([
    ['UTF-8 when nothing is said', Buffer.from('<a>Zoë</a>'), ''],
    ['UTF-8 with a mark', Buffer.from('\uFEFF<a>Zoë</a>'), 'text/xml; charset=iso-8859-1'],
    ['UTF-16, little end first', Buffer.from('\uFEFF<a>Zoë</a>', 'utf16le'), 'text/xml'],
    ['UTF-16, big end first', Buffer.from('\uFEFF<a>Zoë</a>', 'utf16le').swap16(), 'text/xml'],
    ['the charset of the answer', Buffer.from('<a>Zo\xeb</a>', 'latin1'), 'text/xml; charset="ISO-8859-1"'],
  ])('reads %s', (_, bytes, contentType) => {
    expect(decodeText(bytes, { 'content-type': contentType })).toBe('<a>Zoë</a>');
  });

  it('uses the XML declaration if the answer has no charset', () => {
    expect(decodeText(Buffer.from(xml('ISO-8859-1'), 'latin1'), {})).toContain('Zoë');
  });

  it.each([
    ['broken UTF-8', Buffer.from('Zo\xeb', 'latin1'), {}],
    ['a charset that does not exist', Buffer.from('Zoe'), { 'content-type': 'text/xml; charset=klingon' }],
    ['a declared one that does not exist', Buffer.from(xml('klingon')), {}],
  ])('refuses %s', (_, bytes, headers) => {
    expect(() => decodeText(bytes, headers)).toThrow('unknown or broken encoding');
  });
});
