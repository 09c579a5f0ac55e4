import { say } from '@key2xs/texts';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { databaseTrouble, isDiskFull, isOutage } from './database-outage';

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code });
const fromServer = (code: string) => {
  const error = new pg.DatabaseError('said by the server', 1, 'error');
  error.code = code;
  return error;
};

describe('databaseTrouble', () => {
  it.each([
    ['away', ['08006', '08P01', '57P01', '57P02', '57P03', '58030'].map(fromServer)],
    ['away', ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'].map((c) => withCode(c))],
    ['crowded', ['53300', '53200'].map(fromServer)],
    ['read_only', [fromServer('25006')]],
    ['disk_full', [fromServer('53100'), withCode('ENOSPC'), withCode('58030', 'write: No space left on device')]],
    ['busy', ['40001', '40P01', '57014', '25P03'].map(fromServer)],
  ] as const)('recognises %s', (kind, errors) => {
    expect(errors.map((error) => databaseTrouble(error)?.kind)).toEqual(errors.map(() => kind));
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('recognises what pg says without a code: %s', (message) => {
    expect(databaseTrouble(new Error(message))?.kind).toBe('away');
  });

  it.each([
    new Error('a bug'),
    new TypeError('Cannot read properties of undefined'),
    fromServer('23505'),
    fromServer('42P01'),
    withCode('ENOENT'),
    withCode('FST_REQ_FILE_TOO_LARGE'),
    'ECONNREFUSED',
    undefined,
  ])('leaves everything else to others: %s', (error) => {
    expect([databaseTrouble(error), isOutage(error), isDiskFull(error)]).toEqual([undefined, false, false]);
  });

  it('has a sentence with the remedy', () => {
    expect(databaseTrouble(withCode('ENOSPC'))?.sentence).toEqual(say('database.disk_full'));
  });
});

describe('isOutage', () => {
  it('does not count what a single statement met', () => {
    expect(['57014', '40P01', '57P03', '53300'].map((code) => isOutage(fromServer(code)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('isDiskFull', () => {
  it('knows a full disk from other outages', () => {
    expect(['53100', '53300', '57P03'].map((code) => isDiskFull(fromServer(code)))).toEqual([true, false, false]);
  });
});
