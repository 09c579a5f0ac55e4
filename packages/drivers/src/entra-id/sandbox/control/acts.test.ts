import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificatesMs } from '../../../sandbox-kit/call-wire';
import { helpOf, readWords } from '../../../sandbox-kit/control/command-line';
import { sendCommand } from '../../../sandbox-kit/control/send-command';
import { loadSandboxPki } from '../../../sandbox-kit/pki';
import { type EntraSandbox, startEntraSandbox } from '../../sandbox';
import type { Person } from '../directory/objects';
import { scripts } from '../faults/scripts';
import { graphClient } from '../test-client';
import { acts } from './acts';

function all({ directory }: EntraSandbox): Person[] {
  const people = Array.from({ length: directory.people.total() }, (_, index) => directory.people.at(index));
  return people.filter((person) => person?.gone === null).map((person) => person as Person); // none of them is undefined
}

/** How many people are in each department. */
function sizes(sandbox: EntraSandbox): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { department } of all(sandbox)) counted[String(department)] = (counted[String(department)] ?? 0) + 1;
  return counted;
}

describe('commands for many people', () => {
  let sandbox: EntraSandbox;
  beforeEach(async () => {
    sandbox = await startEntraSandbox({ port: 0, people: 500 });
    return () => sandbox.close();
  }, certificatesMs);

  it('renames a department and a job title wholesale', () => {
    expect(sandbox.act('rename-department', { from: 'Police', to: 'Department of Police' })).toEqual({ changed: 155 });
    expect(sizes(sandbox)).toMatchObject({ 'Department of Police': 155, 'Fire service': 75 });
    expect(sizes(sandbox)).not.toHaveProperty('Police');
    const { changed } = sandbox.act('rename-title', { from: 'Paramedic', to: 'Medic' });
    expect(all(sandbox).filter(({ jobTitle }) => jobTitle === 'Medic')).toHaveLength(changed);
  });

  it('swaps, splits and merges departments', () => {
    const before = sizes(sandbox);
    sandbox.act('swap-departments', { one: 'Police', other: 'Law' });
    expect(sizes(sandbox)).toMatchObject({ Police: before.Law, Law: before.Police });
    sandbox.act('split-department', { from: 'Law', into: ['North', 'South'] });
    expect(sizes(sandbox)).toMatchObject({ North: 78, South: 77 });
    sandbox.act('merge-departments', { into: 'Whole', from: ['North', 'South', 'Streets'] });
    expect(sizes(sandbox)).toMatchObject({ Whole: 155 + 45 });
  });

  it('reorganises some, in the same way each time', async () => {
    const before = new Map(all(sandbox).map((person) => [person.id, person]));
    const { changed } = sandbox.act('reorganise', { per_cent: '10' });
    const moved = all(sandbox).filter(({ id, department, jobTitle }) => {
      const old = before.get(id);
      return old?.department !== department || old?.jobTitle !== jobTitle;
    });
    expect([changed, moved.length > 25]).toEqual([50, true]);
    const other = await startEntraSandbox({ port: 0, people: 500 });
    other.act('reorganise', { per_cent: '10' });
    expect(all(other).map(({ department }) => department)).toEqual(all(sandbox).map(({ department }) => department));
    await other.close();
  });

  it.each([
    ['1', 5],
    ['4.9', 24],
    ['5.1', 25],
    ['30', 150],
    ['100', 500],
  ])('lets %s per cent leave, restorable', (per_cent, changed) => {
    expect(sandbox.act('leavers', { per_cent })).toEqual({ changed });
    expect(sandbox.state().people).toEqual({ there: 500 - changed, restorable: changed, gone: 0 });
  });

  it('empties the directory', () => {
    sandbox.act('empty-directory', {});
    expect(sandbox.state().people).toEqual({ there: 0, restorable: 500, gone: 0 });
  });

  it('deletes beyond recall, and restores within 30 days only', () => {
    sandbox.act('soft-delete', { person: 'E200001' });
    sandbox.act('advance', { time: '10d' });
    expect(sandbox.act('restore', { person: 'E200001' })).toMatchObject({ gone: null, deletedDateTime: null });
    sandbox.act('soft-delete', { person: 'E200001' });
    sandbox.act('advance', { time: '31d' });
    expect(() => sandbox.act('restore', { person: 'E200001' })).toThrow('cannot be restored');
  });
});

describe('lists of people', () => {
  let sandbox: EntraSandbox;
  let directory: string;
  beforeEach(async () => {
    sandbox = await startEntraSandbox({ port: 0, people: 0 });
    directory = mkdtempSync(join(tmpdir(), 'entra-lists-'));
    return async () => {
      await sandbox.close();
      rmSync(directory, { recursive: true });
    };
  });
  const head = 'employeeId,userName,givenName,familyName,mail,jobTitle,department,employmentType';
  const list = (...rows: string[]) => {
    const path = join(directory, 'people.csv');
    writeFileSync(path, [head, ...rows, ''].join('\r\n'));
    return path;
  };
  const [one, two] = [
    'E1,a@x.test,Odo,Quill,a@x.test,Clerk,Law,full-time',
    'E2,b@x.test,Tilda,Marsk,,"Clerk, senior",Law,',
  ];

  it('become the directory, and the next list a delta', async () => {
    expect(sandbox.act('load', { path: list(one, two) })).toEqual({ people: 2, added: 2, changed: 0, gone: 0 });
    const graph = graphClient(sandbox);
    const { value, deltaLink } = await graph.follow('/users/delta?$select=employeeId,jobTitle,mail');
    const [first, second] = value;
    expect(second).toMatchObject({ employeeId: 'E2', jobTitle: 'Clerk, senior', mail: null });
    const next = list(one.replace('Clerk', '"The ""chief"""'), 'E3,c@x.test,Wim,Dravec,c@x.test,Clerk,Law,part-time');
    expect(sandbox.act('load', { path: next })).toEqual({ people: 2, added: 1, changed: 1, gone: 1 });
    const round = await graph.follow(deltaLink);
    expect(round.value).toEqual([
      { id: first?.id, employeeId: 'E1', jobTitle: 'The "chief"', mail: 'a@x.test' },
      { id: expect.any(String), employeeId: 'E3', jobTitle: 'Clerk', mail: 'c@x.test' },
      { id: second?.id, '@removed': { reason: 'changed' } },
    ]);
    expect(sandbox.act('load', { path: list(one, two) })).toEqual({ people: 2, added: 1, changed: 1, gone: 1 });
    expect((await graph.follow(round.deltaLink)).value).toMatchObject([{ id: first?.id }, { id: second?.id }, {}]);
  });

  it('change nothing when they are loaded again', () => {
    const path = list(one, two);
    sandbox.act('load', { path });
    sandbox.act('advance', { time: '1d' });
    const { changes } = sandbox.state();
    expect(sandbox.act('load', { path })).toEqual({ people: 2, added: 0, changed: 0, gone: 0 });
    expect(sandbox.state().changes).toBe(changes);
  });

  it('are refused when a column is missing or there is no file', () => {
    const path = join(directory, 'other.csv');
    writeFileSync(path, 'employeeId,userName\nE1,a\n');
    expect(() => sandbox.act('load', { path })).toThrow('no column givenName');
    expect(() => sandbox.act('load', { path: join(directory, 'none') })).toThrow('cannot be read');
  });
});

describe('control port and command line', () => {
  let directory: string;
  let sandbox: EntraSandbox;
  const start = () => startEntraSandbox({ port: 0, directory, control: true, people: 20 });
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'entra-sandbox-'));
    writeFileSync(join(directory, 'pki.json'), JSON.stringify(await loadSandboxPki(new Date())));
    sandbox = await start();
  }, certificatesMs);
  afterAll(async () => {
    await sandbox.close();
    rmSync(directory, { recursive: true });
  });

  it('do what tests do', async () => {
    const tell = (line: string) => sendCommand(directory, line.split(' '));
    expect(await tell('disable E200003')).toMatchObject({ accountEnabled: false });
    expect(await tell('change-person E200003 department Moon')).toMatchObject({ department: 'Moon' });
    expect(await tell('rename-department Moon Mars')).toEqual({ changed: 1 });
    expect(await tell('script server_error --only users')).toEqual([{ name: 'server_error', only: 'users' }]);
    expect(await tell('state')).toMatchObject({ is_sandbox: true, people: { there: 20 } });
    await tell('script off');
    await expect(tell('disable nobody')).rejects.toThrow('There is no person nobody.');
    await expect(tell('leavers 101')).rejects.toThrow('per_cent');
    await expect(tell('upload-certificate /none')).rejects.toThrow('no certificate in PEM');
    expect(statSync(join(directory, 'control.json')).mode & 0o777).toBe(0o600);
  });

  it('help names every command and script', () => {
    const help = helpOf({ acts, scripts });
    for (const { does } of Object.values(acts)) expect(help).toContain(`${does}.`);
    for (const name of Object.keys(scripts)) expect(help).toMatch(new RegExp(`^  ${name} +[A-Z].+\\.$`, 'm'));
    expect(help).toContain('  split-department <from> [<into> ...]\n');
    expect(readWords(acts, ['revoke-secret']).args).toEqual({ application: 'own' });
  });

  it('all that was done is there after a restart, and links go on working', async () => {
    const { deltaLink } = await graphClient(sandbox).follow('/users/delta?$select=department');
    const group = sandbox.act('create-group', { name: 'Kept' });
    sandbox.act('join-group', { group: 'Kept', member: 'E200004' });
    sandbox.act('advance', { time: '1d' });
    const [{ port, tenant_id }, before, { secret }] = [sandbox, sandbox.state(), sandbox.own_application()];
    await sandbox.close();
    sandbox = await startEntraSandbox({ port, directory, control: true, people: 7 });
    expect(sandbox).toMatchObject({ port, tenant_id });
    expect(sandbox.own_application().secret).toBe(secret);
    expect(sandbox.state()).toEqual({ ...before, clock: expect.any(String), calls: 0, logged: 0 });
    expect(sandbox.clock.aheadMs()).toBe(86_400_000);
    const graph = graphClient(sandbox);
    sandbox.act('change-person', { person: 'E200005', property: 'department', value: 'Elsewhere' });
    expect((await graph.follow(deltaLink)).value).toMatchObject([{ department: 'Elsewhere' }]);
    expect((await graph.get(`/groups/${group.id}/members`)).body.value).toHaveLength(1);
  });
});
