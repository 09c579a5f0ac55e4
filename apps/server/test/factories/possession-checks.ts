import { keyDesk } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { createMailer } from '#platform/mail/mailer';
import type { TestApp } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';

/** A mail server to which the product mails links. */
export async function aLinkServer(app: TestApp) {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  const { config } = app.deps;
  Object.assign(app.deps, { mailer, config: { ...config, publicUrl: 'https://keys.test' } });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined, config }));
  const token = (at: number) => {
    const text = server.mails[at]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    return /https:\/\/keys\.test\/possession#([\w-]+)/.exec(text)?.[1] ?? '';
  };
  return { ...server, token };
}

/** Ada has three keys, and Bo, who has no mail address, has one. */
export async function aHouseOfHolders(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const person = (display_name: string, email: string | null) =>
    aPerson(app, { connection_id: source, display_name, email });
  const [ada, bo] = [await person('Ada Invented', 'ada@city.test'), await person('Bo Made-Up', null)];
  const keys: string[] = [];
  for (const marking of ['K-1', 'K-2', 'K-3', 'K-4']) keys.push(await aKey(app, system, { marking }));
  const give = (person_id: string, ids: string[]) =>
    app.as('superadmin').call(keyDesk.handOut, {
      body: { person_id, keys: ids.map((id) => ({ id, due_at: null })), reason: 'No plan yet.' },
    });
  await give(ada.id, keys.slice(0, 3));
  await give(bo.id, keys.slice(3));
  return { keys, system, ada: ada.id, bo: bo.id };
}
