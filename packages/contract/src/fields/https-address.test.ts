import { describe, expect, it } from 'vitest';
import { HttpsAddress, HttpsReceiver } from './https-address';

const invalid = 'Invalid URL format.';
const signsIn = 'Leave user name and password out of the address. The client certificate signs in.';
const cut = "Leave out '?' and '#' and what follows them.";

describe('HttpsAddress', () => {
  it.each([
    ['https://keys.example', 'https://keys.example'],
    ['  HTTPS://Keys.EXAMPLE/  ', 'https://keys.example'],
    ['https://keys.example:443/Web//', 'https://keys.example/Web'],
    ['https://keys.example./Web', 'https://keys.example/Web'],
    ['https://keys.example.:8443', 'https://keys.example:8443'],
    ['https://schl\u00fcssel.example', 'https://xn--schlssel-95a.example'],
    ['https://127.0.0.1:8443/a/../b', 'https://127.0.0.1:8443/b'],
    ['https://0x7f.1', 'https://127.0.0.1'],
    ['https://[2001:DB8::1]:8443/', 'https://[2001:db8::1]:8443'],
    ['https://keys', 'https://keys'],
    ['https://keys.example/at@home', 'https://keys.example/at@home'],
  ])('writes %s as %s', (typed, stored) => {
    expect(HttpsAddress.parse(typed)).toBe(stored);
    expect(HttpsAddress.parse(stored)).toBe(stored);
  });

  it.each([
    ['', 'Endpoint URL is required.'],
    [' ', 'Endpoint URL is required.'],
    [undefined, 'Endpoint URL is required.'],
    ['keys.example', invalid],
    ['http://keys.example', invalid],
    ['javascript:alert(1)', invalid],
    ['https:keys.example', invalid],
    ['https:/keys.example', invalid],
    ['https:///keys.example', invalid],
    ['https:\\\\keys.example', invalid],
    ['https://keys.example\\@other.example', invalid],
    ['https://keys\t.example', invalid],
    ['https://keys\n.example', invalid],
    ['https://keys.exa mple', invalid],
    ['https://keys.example/a b', invalid],
    ['https://keys\u200b.example', invalid],
    ['https://keys.example:0', invalid],
    ['https://keys.example:00/', invalid],
    ['https://keys.example:65536', invalid],
    ['https://keys..example', invalid],
    ['https://keys.example..', invalid],
    ['https://.', invalid],
    ['https://[fe80::1%25eth0]', invalid],
    ['https://[fe80::1%eth0]:8443', invalid],
    ['https://ada:secret@keys.example', signsIn],
    ['HTTPS://ada@keys.example', signsIn],
    ['https://@keys.example', signsIn],
    ['https://keys.example?domain=city', cut],
    ['https://keys.example/#top', cut],
    [`https://keys.example/${'x'.repeat(500)}`, 'At most 500 characters, please.'],
  ])('refuses %j', (typed, message) => {
    expect(HttpsAddress.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('HttpsReceiver', () => {
  it.each([
    ['https://Hooks.example./in/', 'https://hooks.example/in/'],
    ['https://hooks.example/in?key=1', 'https://hooks.example/in?key=1'],
  ])('writes %s as %s', (typed, stored) => {
    expect(HttpsReceiver.parse(typed)).toBe(stored);
  });

  it.each([
    ['http://hooks.example'],
    ['https://ada:secret@hooks.example'],
    ['https://hooks.example/#top'],
    ['https://'],
  ])('refuses %s', (typed) => {
    expect(HttpsReceiver.safeParse(typed).success).toBe(false);
  });
});
