import { expect, test } from 'vitest';
import { requireSupported } from './supported-version';

test('a server before PostgreSQL 15 is refused with what to do', () => {
  requireSupported({ number: 150_000, version: '15.0' });
  expect(() => requireSupported({ number: 140_011, version: '14.11' })).toThrow(
    'PostgreSQL 14.11 is too old: upgrade it to 15 or later first',
  );
});
