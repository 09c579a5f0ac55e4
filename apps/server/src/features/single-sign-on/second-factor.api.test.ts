import { signInPolicy } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aLinkedAdmin, signInAs, singleSignOnAt } from '#test/factories/single-sign-on';

const ada = (amr?: string[]) => ({ sub: 'ada-1', preferred_username: 'ada', ...(amr && { amr }) });

const demandSecondFactor = (app: TestApp) =>
  app.as('superadmin').call(signInPolicy.save, { body: { second_factor: 'everybody' } });

test('a second factor is asked for here, whatever the provider says, unless the settings trust it', async ({ app }) => {
  const provider = await singleSignOnAt(app);
  await aLinkedAdmin(app, provider);
  await demandSecondFactor(app);
  const { status, problem } = await signInAs(app, provider, ada(['pwd', 'mfa']));
  expect([status, problem.code, problem.sign_in?.steps]).toEqual([401, 'second_factor_needed', ['enrol']]);
});

test('counts one at the provider where the settings trust it, and only the values they name', async ({ app }) => {
  const provider = await singleSignOnAt(app, { trusts_provider_mfa: true, mfa_values: ['mfa', 'hwk'] });
  await aLinkedAdmin(app, provider);
  await demandSecondFactor(app);
  const codes = [];
  for (const amr of [undefined, ['pwd'], ['pwd', 'hwk']]) codes.push((await signInAs(app, provider, ada(amr))).status);
  expect(codes).toEqual([401, 401, 200]);
});
