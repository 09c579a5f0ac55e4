import { expect, test } from 'vitest';
import { layoutAt } from './layout.mjs';
import { unitText, urlOf } from './service.mjs';

test('the unit runs the current version as its user, who can write to the data folder alone', () => {
  const unit = unitText({ layout: layoutAt('/'), user: 'key2xs' });
  const lines = unit.split('\n');
  for (const line of [
    'User=key2xs',
    'EnvironmentFile=/etc/key2xs/key2xs.env',
    'ExecStart=/opt/key2xs/current/node/bin/node --no-memory-protection-keys /opt/key2xs/current/apps/server/dist/main.js',
    'StateDirectory=key2xs',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
  ]) {
    expect(lines).toContain(line);
  }
  expect(unit).not.toContain('ReadWritePaths');
  expect(unit).not.toContain('MemoryDenyWriteExecute'); // Node compiles at run time
});

test('the address of the server is one that this machine reaches', () => {
  expect(urlOf({})).toBe('http://127.0.0.1:8080');
  expect(urlOf({ HOST: '0.0.0.0', PORT: '80' })).toBe('http://127.0.0.1:80');
  expect(urlOf({ HOST: '::1', PORT: '81' })).toBe('http://[::1]:81');
});
