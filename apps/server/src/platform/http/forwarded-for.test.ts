import { describe, expect, it } from 'vitest';
import { cleanForwardedFor } from './forwarded-for';

describe('cleanForwardedFor', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50001', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:50001', '2001:db8::1'],
    ['[fe80::1%eth0]:50001', 'fe80::1'],
    ['[::ffff:192.0.2.1]:443', '::ffff:192.0.2.1'],
    ['198.51.100.1, 192.0.2.1:50001', '198.51.100.1, 192.0.2.1'],
    ['198.51.100.1:1,192.0.2.1:2 , [2001:db8::1]:3', '198.51.100.1, 192.0.2.1, 2001:db8::1'],
    ['192.0.2.1:50001,', '192.0.2.1'],
  ])('takes ports and brackets from %s', (header, cleaned) => expect(cleanForwardedFor(header)).toBe(cleaned));

  it.each([
    ['', ''],
    ['unknown', ''],
    ['192.0.2.1:port', ''],
    ['[192.0.2.1', ''],
    ['192.0.2.300:1', ''],
    ['_hidden, 192.0.2.1:1', '192.0.2.1'],
    ['198.51.100.1, unknown, 192.0.2.1', '192.0.2.1'],
    ['198.51.100.1, unknown', ''],
  ])('drops what stands before an entry that is no address: %s', (header, cleaned) =>
    expect(cleanForwardedFor(header)).toBe(cleaned));
});
