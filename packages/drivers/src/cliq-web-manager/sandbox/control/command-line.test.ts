import { describe, expect, it } from 'vitest';
import { helpOf, readWords } from '../../../sandbox-kit/control/command-line';
import { scriptNames, scripts } from '../faults/scripts';
import { acts } from './acts';

const read = (line: string) => readWords(acts, line.split(' ').filter(Boolean));

describe('readWords', () => {
  it.each<[string, keyof typeof acts, object]>([
    ['state', 'state', {}],
    ['calls', 'calls', {}],
    ['script off', 'script', { orders: [] }],
    [
      'script server_error --variant 503 --first 2 --only getPersons and slow --amount 50',
      'script',
      {
        orders: [
          { name: 'server_error', variant: '503', first: 2, only: 'getPersons' },
          { name: 'slow', amount: 50 },
        ],
      },
    ],
    ['profile query_only', 'profile', { profile: 'query_only' }],
    ['advance 2d', 'advance', { time: 172_800_000 }],
    ['advance 1.5h', 'advance', { time: 5_400_000 }],
    ['update-key K-0001', 'update-key', { key: 'K-0001', device: 'PD-01' }],
    ['do-job J-0001', 'do-job', { job: 'J-0001' }],
    ['fail-job J-0001', 'fail-job', { job: 'J-0001' }],
    ['opens K-1 C-1 2026-03-01T11:00:00Z', 'opens', { key: 'K-1', cylinder: 'C-1', at: '2026-03-01T11:00:00Z' }],
    ['load-job J-0001 PK-02', 'load-job', { job: 'J-0001', programming_key: 'PK-02' }],
    ['happen K-0001 C-0001', 'happen', { key: 'K-0001', cylinder: 'C-0001' }],
    ['happen K-1 C-1 denied why', 'happen', { key: 'K-1', cylinder: 'C-1', result: 'denied', reason: 'why' }],
    ['happen K-1 C-1 --at 2026-03-01T11:00:00Z', 'happen', { key: 'K-1', cylinder: 'C-1', at: '2026-03-01T11:00:00Z' }],
    [
      'create-person Odo Brackwater',
      'create-person',
      { first_name: 'Odo', surname: 'Brackwater', email: null, employee_id: null, domain: 'city' },
    ],
    ['move-cylinder C-1 none', 'move-cylinder', { cylinder: 'C-1', group: 'none' }],
    ['create-profile Crew G-01 C-1', 'create-profile', { name: 'Crew', domain: 'city', doors: ['G-01', 'C-1'] }],
    ['report-key-lost K-1 C-1 C-2', 'report-key-lost', { key: 'K-1', cylinders: ['C-1', 'C-2'] }],
    ['create-job C-1', 'create-job', { cylinder: 'C-1', kind: 'fetch_events' }],
    ['create-job C-1 block K-1', 'create-job', { cylinder: 'C-1', kind: 'block', key: 'K-1' }],
  ])('understands %s', (line, name, args) => {
    expect(read(line)).toEqual({ act: acts[name], args });
  });

  it('takes a word with spaces as it is', () => {
    expect(readWords(acts, ['create-person', 'Odo', 'van Brack']).args).toMatchObject({ surname: 'van Brack' });
  });

  it.each([
    ['', 'There is no command "". There are: state'],
    ['constructor', 'There is no command "constructor".'],
    ['script', 'There is no script "".'],
    ['happen K-1 C-1 --at', '--at has no value.'],
    ['script slow --amount', '--amount has no value.'],
    ['script slow --loud 1', 'There is no option "loud".'],
    ['script slow and sloth', 'There is no script "sloth".'],
    ['profile half', 'query_only'],
    ['advance tomorrow', '"tomorrow" is no time.'],
    ['advance 36501d', '"36501d" is no time.'],
    ['update-key', 'key is missing.'],
    ['update-key K-1 PD-01 K-2', '"K-2" is one word too many.'],
    ['create-person Odo', 'surname is missing.'],
    ['create-job C-1 dance', 'fetch_events'],
  ])('says what is wrong with "%s"', (line, message) => {
    expect(() => read(line)).toThrow(message);
  });
});

describe('helpOf', () => {
  it('lists all commands with their arguments', () => {
    const help = helpOf({ acts, scripts });
    for (const { does } of Object.values(acts)) expect(help).toContain(`${does}.`);
    expect(help).toContain('  happen <key> <cylinder> [<granted or denied>] [<reason>] [<at>]\n');
    expect(help).toContain('  report-key-lost <key> [<cylinders> ...]\n');
    expect(help).toContain('  script <script> [--variant v]');
  });

  it('lists every script with its description', () => {
    const help = helpOf({ acts, scripts });
    for (const name of scriptNames) expect(help).toMatch(new RegExp(`^  ${name} +[A-Z].+\\.$`, 'm'));
    expect(help).toContain('Variants: 500, 502, 503, 504.');
  });
});
