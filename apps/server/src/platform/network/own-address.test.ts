import { expect, it } from 'vitest';
import { ownAddress } from './own-address';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['keys.inside.example', 'http://keys.inside.example:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
  ['fd00::5', 'http://[fd00::5]:8080'],
])('a server that listens on %s answers at %s', (host, address) => {
  expect(ownAddress({ host, port: 8080 })).toBe(address);
  expect(URL.canParse(address)).toBe(true);
});
