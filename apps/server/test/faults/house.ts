import { iam, sourceCredentials } from '@key2xs/contract';
import { entraId } from '@key2xs/drivers';
import { type Running, type Tenant, type TestApp, test as withApp } from '#test/app';
import { aKeyPlan, aRule, group } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';
import { type House, rules } from './house-facts';
import { settle } from './settle';

/**
 * `test` with one house for all tests of a file, because their order matters. Four pages of people, and a group for each
 * department.
 */
export const test = withApp.extend<{ $file: { tenant: Tenant; house: House } }>({
  // biome-ignore lint/correctness/noEmptyPattern: -- vitest reads the fixtures a function needs from this pattern
  tenant: [({}, use) => use({ people: 80, delta_page: 20 }), { scope: 'file' }],
  house: [({ running }, use) => aDirectoryHouse(running).then(use), { scope: 'file' }],
});

async function aDirectoryHouse({ app, reset }: Running): Promise<House> {
  await reset();
  quicken(app);
  await app.entra.act('grant-permission', { role: 'User-LifeCycleInfo.Read.All' }); // for last days
  const source = await aDirectory(app);
  const system = await aReadKeySystem(app);
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id], name: 'House' });
  for (const { field, value, doors } of rules) {
    const objects = [group(system.group(doors).id)];
    const of = { plan, source, name: `${value} doors`, objects };
    await aRule(app, field === 'department' ? { ...of, departments: [value] } : { ...of, job_titles: [value] });
  }
  const house = { app, source, system: system.id };
  await settle(house);
  return house;
}

/** The same driver with shorter timeouts and fewer retries. */
function quicken({ deps, entra }: TestApp): void {
  const limits = {
    backoffMs: 1,
    tries: 3,
    headersTimeoutMs: 300,
    bodyTimeoutMs: 300,
    maxPauseSeconds: 1,
    maxAnswerBytes: 2 * 1_048_576,
  };
  const driver = entraId({
    openHttps: deps.outbound.openHttps,
    now: deps.clock,
    isSandbox: (origin) => origin === entra.graph_url,
    sharedApplication: () => undefined,
    limits,
  });
  Object.assign(deps.identitySources, { entra_id: driver });
}

/** A connection to the sandbox of Entra ID with a mapping of all fields that affect rules and states. */
export async function aDirectory(app: TestApp): Promise<string> {
  const { tenant_id, login_url: login, graph_url: graph, authority_pem: certificate_authority_pem } = app.entra;
  const { client_id, secret } = app.entra.own_application();
  const { call } = app.as('superadmin');
  const endpoints = { login, graph, certificate_authority_pem };
  const { body } = await call(iam.create, {
    body: {
      name: 'City directory',
      provider: 'entra_id',
      configuration_data: { mode: 'own_app', tenant_id, client_id, endpoints },
      mapping_config: mapping,
    },
  });
  await call(sourceCredentials.addSecret, { params: { id: body.id }, body: { secret } });
  return body.id;
}

const mapping = {
  external_id: 'id',
  username: 'userPrincipalName',
  display_name: 'displayName',
  given_name: 'givenName',
  family_name: 'surname',
  email: 'mail',
  job_title: 'jobTitle',
  department: 'department',
  employee_id: 'employeeId',
  employee_type: 'employeeType',
  active: 'accountEnabled',
  start_date: 'employeeHireDate',
  end_date: 'employeeLeaveDateTime',
  groups: 'groups',
};
