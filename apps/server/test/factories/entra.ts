import { type EntraSetup, entraSetup, type Input } from '@key2xs/contract';
import { expect, type TestApp } from '#test/app';

type Begun = Partial<Input<typeof entraSetup.initiate>['body']>;

export async function aSetup(app: TestApp, body: Begun = {}): Promise<EntraSetup> {
  const all = { connection_name: 'City directory', sandbox: true, ...body };
  return (await app.as('superadmin').call(entraSetup.initiate, { body: all })).body;
}

/** The redirect query after a button on the consent page was pressed. */
export async function consent(
  { consent_url }: EntraSetup,
  decision: 'granted' | 'refused',
): Promise<Record<string, string>> {
  const body = new URLSearchParams({ decision });
  const answer = await fetch(consent_url ?? '', { method: 'POST', body, redirect: 'manual' });
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
}

/** Waits until a set-up has reached one of these states. */
export async function until(app: TestApp, session: string, ...states: EntraSetup['status'][]): Promise<EntraSetup> {
  const read = async () => (await app.as('superadmin').send(entraSetup.status, { params: { session } })).body;
  await expect
    .poll(async () => (await read()).status, { timeout: 120_000, interval: 50 })
    .toSatisfy((status) => states.includes(status));
  return read();
}

/** The stored secrets of the only set-up. */
export async function secretsOf({ db }: TestApp) {
  const row = await db
    .selectFrom('entra_setup')
    .select(['credential_sealed', 'state_sealed'])
    .executeTakeFirstOrThrow();
  return [row.credential_sealed, row.state_sealed];
}
