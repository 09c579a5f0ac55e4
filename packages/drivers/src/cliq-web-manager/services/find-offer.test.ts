import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { directIo } from '../../direct-io';
import type { KeySystemSession } from '../../key-system-driver';
import { cliqWebManager } from '../driver';
import { type CliqSandbox, startCliqSandbox } from '../sandbox';

const absent = { kind: 'answer', status: 404, body: '<html>Not found</html>' } as const;

describe('the detected services of a session', () => {
  let sandbox: CliqSandbox;
  let session: KeySystemSession;

  beforeAll(async () => {
    sandbox = await startCliqSandbox({ port: 0 });
  });
  afterEach(async () => {
    sandbox.fault(undefined);
    sandbox.offer('full');
    await session.close();
  });
  afterAll(() => sandbox.close());

  const open = () => {
    session = cliqWebManager.connect(sandbox, directIo());
    sandbox.script(); // counts calls anew
    return session;
  };
  const read = async (pages: AsyncIterable<unknown[]>) => {
    let count = 0;
    for await (const page of pages) count += page.length;
    return count;
  };
  const questions = () => sandbox.calls().filter(({ path }) => path.endsWith('/city/')).length;

  it('are detected once, also by concurrent calls', async () => {
    const { listPersons, listKeys, listCylinders } = open();
    await Promise.all([read(listPersons()), read(listKeys()), read(listCylinders())]);
    await read(listPersons());
    expect(questions()).toBe(1);
  });

  it('are detected again by every probe', async () => {
    await open().probe();
    sandbox.offer('query_only');
    expect(await session.probe()).toMatchObject({
      product: 'CLIQ Web Manager',
      version: 'query v2',
      domain_name: 'city',
    });
    await expect(read(session.listCylinders())).rejects.toMatchObject({ kind: 'not_supported' });
  });

  it('are detected again after a failure', async () => {
    open();
    sandbox.fault(() => ({ kind: 'answer', status: 401 }));
    await expect(read(session.listPersons())).rejects.toMatchObject({ kind: 'unauthorised' });
    sandbox.fault(undefined);
    expect(await read(session.listPersons())).toBe(12);
  });

  it.each([404, 405, 501])('is that it can only be read, when HTTP %i answers for our service', async (status) => {
    sandbox.fault(({ path }) => (path.includes('/key2xs/') ? { ...absent, status } : undefined));
    const { capabilities } = await open().probe();
    expect(capabilities).toEqual(['read_persons', 'read_keys', 'read_access_events']);
  });

  it('is not that it can only be read, when nothing is there while it restarts', async () => {
    open();
    sandbox.fault(() => absent);
    await expect(read(session.listPersons())).rejects.toMatchObject({
      kind: 'bad_answer',
      message: expect.stringContaining('It answered with HTTP status 404.'),
    });
    sandbox.fault(undefined);
    expect((await session.probe()).capabilities).toContain('write_persons');
  });

  it('is what our service names, and nothing more', async () => {
    sandbox.fault(({ path }) =>
      path.endsWith('/city/')
        ? {
            kind: 'alter_answer',
            alter: (service) => ({ ...Object(service), capabilities: ['read_keys', 'open_doors'] }),
          }
        : undefined,
    );
    expect((await open().probe()).capabilities).toEqual(['read_keys']);
    await expect(
      session.putPerson({ reference: 'p', first_name: '', surname: '', email: null, employee_id: null }),
    ).rejects.toMatchObject({
      kind: 'not_supported',
      message: expect.stringContaining('This connection cannot write persons.'),
    });
    expect(sandbox.calls()).toHaveLength(1);
  });
});
