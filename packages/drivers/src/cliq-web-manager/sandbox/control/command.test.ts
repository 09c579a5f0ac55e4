import { describe, expect, it } from 'vitest';
import { scriptNames } from '../faults/scripts';
import { readCommand, sandboxHelp } from './command';

const read = (line: string) => readCommand(line.split(' ').filter(Boolean));

describe('readCommand', () => {
  it.each([
    ['state', 'GET', '/', undefined],
    ['calls', 'GET', '/calls', undefined],
    ['script off', 'POST', '/script', { orders: [] }],
    [
      'script server_error --variant 503 --first 2 --only getPersons and slow --amount 50',
      'POST',
      '/script',
      {
        orders: [
          { name: 'server_error', variant: '503', first: 2, only: 'getPersons' },
          { name: 'slow', amount: 50 },
        ],
      },
    ],
    ['profile query_only', 'POST', '/profile', { profile: 'query_only' }],
    ['advance 2d', 'POST', '/clock/advance', { ms: 172_800_000 }],
    ['advance 1.5h', 'POST', '/clock/advance', { ms: 5_400_000 }],
    ['update-key K-0001', 'POST', '/keys/K-0001/update', {}],
    ['do-job J-0001', 'POST', '/jobs/J-0001/do', {}],
    ['load-job J-0001 PK-02', 'POST', '/jobs/J-0001/load', { programming_key: 'PK-02' }],
    ['happen K-0001 C-0001', 'POST', '/happen', { key: 'K-0001', cylinder: 'C-0001' }],
    [
      'happen K-1 C-1 denied bad day',
      'POST',
      '/happen',
      { key: 'K-1', cylinder: 'C-1', result: 'denied', reason: 'bad day' },
    ],
    [
      'operator create-person Odo Brackwater',
      'POST',
      '/operator/create-person',
      { first_name: 'Odo', surname: 'Brackwater' },
    ],
    ['operator move-cylinder C-1 none', 'POST', '/operator/move-cylinder', { cylinder: 'C-1', group: null }],
    [
      'operator create-profile Crew G-01 C-1',
      'POST',
      '/operator/create-profile',
      { name: 'Crew', cylinders: ['C-1'], cylinder_groups: ['G-01'] },
    ],
    [
      'operator report-key-lost K-1 C-1 C-2',
      'POST',
      '/operator/report-key-lost',
      { key: 'K-1', cylinders: ['C-1', 'C-2'] },
    ],
  ])('understands %s', (line, method, path, body) => {
    expect(read(line)).toEqual({ method, path, ...(body && { body }) });
  });

  it.each([
    ['', 'There is no command "". There are: state'],
    ['constructor', 'There is no command "constructor".'],
    ['script', 'There is no script "".'],
    ['script slow --amount', '--amount has no value.'],
    ['script slow --loud 1', 'There is no option "loud".'],
    ['script slow and sloth', 'There is no script "sloth".'],
    ['advance tomorrow', '"tomorrow" is no time.'],
    ['update-key', 'key is missing.'],
    ['update-key K-1 K-2', '"K-2" is one word too many.'],
    ['operator dance', 'The operator can create-person'],
    ['operator create-person Odo', 'surname is missing.'],
  ])('says what is wrong with "%s"', (line, message) => {
    expect(() => read(line)).toThrow(message);
  });
});

describe('sandboxHelp', () => {
  it('names every script with what it does', () => {
    const help = sandboxHelp();
    for (const name of scriptNames) expect(help).toMatch(new RegExp(`^  ${name} +[A-Z].+\\.$`, 'm'));
    expect(help).toContain('Variants: 500, 502, 503.');
  });
});
