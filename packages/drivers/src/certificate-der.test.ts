import { describe, expect, it } from 'vitest';
import { CutOff, readDer } from './certificate-der';

const ofHex = (hex: string) => readDer(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('readDer', () => {
  it('reads lengths of one and of several bytes', () => {
    const list = ofHex('30 82 0005 02 81 02 0102');
    expect(list.child(0).count()).toBe(258);
  });

  it('reads a list of indefinite length and a text in pieces', () => {
    const list = ofHex('30 80 24 80 04 02 0102 04 01 03 0000 02 01 07 0000');
    expect(list.child(0).octets().toString('hex')).toBe('010203');
    expect(list.child(1).count()).toBe(7);
    expect(list.children).toHaveLength(2);
  });

  it.each([
    ['06 09 2a864886f70d010701', '1.2.840.113549.1.7.1'],
    ['06 03 551d25', '2.5.29.37'],
    ['06 03 883703', '2.999.3'],
    ['06 05 2b0e03021a', '1.3.14.3.2.26'],
  ])('reads %s as %s', (hex, oid) => {
    expect(ofHex(hex).oid()).toBe(oid);
  });

  it('takes a number that is too large for one without end', () => {
    expect(ofHex('02 09 00ffffffffffffffff').count()).toBe(Number.POSITIVE_INFINITY);
    expect(ofHex('02 08 0000000000000007').count()).toBe(7);
    expect(() => ofHex('02 01 80').count()).toThrow();
  });

  it.each(['', '30', '30 82 01', '30 05 0201', '30 80 02 01 07', '30 80 02'])('knows that %j is cut off', (hex) => {
    expect(() => ofHex(hex)).toThrow(CutOff);
  });

  it('goes only so deep', () => {
    expect(() => ofHex('3080'.repeat(100))).toThrow('not an element');
    expect(() => ofHex('30 85 0000000001 00')).toThrow('too long');
  });
});
