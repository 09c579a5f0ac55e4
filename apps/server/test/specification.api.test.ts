import { expect, type TestApp, test } from '#test/app';
import { listOf, somePeople } from './factories/people';
import { LiteralClient } from './literal-client';

const password = 'correct horse battery staple';

async function aLiteralClient(app: TestApp): Promise<LiteralClient> {
  const client = new LiteralClient(app.url);
  await client.post('/auth/register', { username: 'owner', password });
  await client.signIn('owner', password);
  return client;
}

/** An active key system whose inventory has been read. */
async function aConnectedKeySystem(client: LiteralClient, app: TestApp, name: string): Promise<string> {
  const { sandbox } = app;
  const created = await client.upload('/key-systems/connections', {
    name,
    system_type: 'cliq_web_manager',
    is_active: 'true',
    cliq_api_url: sandbox.cliq_api_url,
    domain_name: sandbox.domain_name,
    client_certificate_bundle_pem_file: new File([sandbox.client_certificate_bundle_pem], 'bundle.pem'),
  });
  const tested = await client.post(`/key-systems/connections/${created.id}/test`);
  expect(tested).toMatchObject({ id: created.id, status: 'ACTIVE', status_message: expect.any(String) });
  const { items } = await client.get('/sync/tasks');
  for (const { task_id } of items) await client.ended(task_id);
  return created.id;
}

/** An identity source; the file is uploaded like by the product's screens, because the specification leaves that open. */
async function aSourceOfPeople(client: LiteralClient): Promise<string> {
  const { id, provider } = await client.post('/iam/connections/', { name: 'Head office' });
  expect(provider).toBe('csv');
  const people = somePeople(3, { job_title: 'Nurse / night', department: 'Ward', groups: 'Staff' });
  await client.upload(`/iam/connections/${id}/staff-lists`, { file: new File([listOf(people)], 'staff.csv') });
  const mapping = { external_id: 'external_id', display_name: 'display_name', job_title: 'job_title' };
  await client.post(`/iam/config/${id}/mapping`, { ...mapping, department: 'department', groups: 'groups' });
  const { task_id } = await client.post(`/iam/connections/${id}/sync`);
  expect((await client.ended(task_id)).status).toBe('SUCCESS');
  return id;
}

async function aPlan(client: LiteralClient): Promise<string> {
  const { id } = await client.post('/key-plan/keyplans', { name: 'House', description: 'All doors', is_active: true });
  return id;
}

test('identity sources answer as a literal client calls them', async ({ app }) => {
  const client = await aLiteralClient(app);
  expect(await client.get('/iam/status/')).toMatchObject({ is_connected: false });
  await client.get('/iam/config/user-model', 410);
  const id = await aSourceOfPeople(client);
  const of = `/iam/connections/${id}`;

  expect(await client.get('/iam/connections/?skip=0&limit=100')).toMatchObject([{ id }]);
  expect(await client.get('/iam/connections/?page=0&size=100')).toHaveLength(1);
  expect(await client.get(of)).toMatchObject({ id, is_active: true, sync_interval: 'disabled' });
  expect(await client.get(`${of}/mapping`)).toMatchObject({ mapping: { external_id: 'external_id' } });
  await client.get(`${of}/schema`);
  const { items: users } = await client.get(`${of}/users`);
  expect(users).toHaveLength(3);
  await client.get(`${of}/users/${users[0].id}`);
  await client.get(`${of}/groups`);
  expect(await client.get('/iam/config/providers/entra-id/field-rules')).toMatchObject({
    provider: 'entra_id',
    field_rules: { department: expect.any(Object) },
    configurable_fields: expect.arrayContaining(['department']),
    fixed_fields: { external_id: 'id' },
  });
  const events = await client.get(`${of}/events?skip=0&limit=50`);
  expect(events.events.length).toBeGreaterThan(0);
  expect(events.events).toEqual(events.items);
  await client.get(`${of}/metrics`);
  await client.get(`${of}/polling-status`);
  await client.get(`${of}/job-titles`);
  await client.get(`${of}/departments`);
  const update = { name: 'Head office 2', description: 'Staff', admin_contact: 'desk@example.org', is_active: false };
  expect(await client.put(of, { ...update, sync_interval: 'disabled' })).toMatchObject(update);
  expect(await client.put(of, {}, 422)).toMatchObject({ detail: 'No valid fields provided for update.' });

  const tooLarge = new File([new Uint8Array(1_200_000)], 'large.pfx');
  const refused = { certificate_file: tooLarge, certificate_password: 'x' };
  expect(await client.upload(`${of}/certificate`, refused, 413)).toMatchObject({
    detail: 'Certificate file must be smaller than 20KB',
  });
  await client.remove(of, 409);
  const unused = await client.post('/iam/connections/', { name: 'Unused' });
  expect(await client.remove(`/iam/connections/${unused.id}`)).toMatchObject({ success: true });
});

test('an identity provider is set up with its name alone', async ({ app }) => {
  const client = await aLiteralClient(app);
  const begun = await client.post('/auth/entra/setup/initiate', { connection_name: 'City directory' });
  expect(begun.redirect_uri).toBe(`${app.url}/auth/callback/entra-id`);
  expect(await client.get(`/auth/entra/setup/status/${begun.session}`)).toMatchObject({ session: begun.session });
  const completion = { name: 'City directory', description: 'Staff', admin_contact: 'desk', sync_interval: 'disabled' };
  const switches = { auto_create_webhook: true, auto_map_fields: true };
  await client.post(`/auth/entra/setup/complete/${begun.session}`, { ...completion, ...switches }, 409);
  await client.remove(`/auth/entra/setup/cancel/${begun.session}`);
  expect(await client.get('/auth/entra/setup/status/unknown', 404)).toMatchObject({
    detail: 'Setup session not found. Please start a new setup.',
  });
});

test('key systems answer as a literal client calls them', async ({ app }) => {
  const client = await aLiteralClient(app);
  const fields = { system_type: 'CLIQ_WEB_MANAGER', is_active: 'true', cliq_api_url: app.sandbox.cliq_api_url };
  const pending = await client.upload('/key-systems/connections', {
    ...fields,
    name: 'Annex',
    domain_name: app.sandbox.domain_name,
  });
  expect(pending).toMatchObject({ status: 'PENDING_VALIDATION', is_active: true });
  expect(pending.active_configuration.config_data.client_certificate_info).toBeNull();
  expect(await client.post(`/key-systems/connections/${pending.id}/test`)).toMatchObject({
    status: 'PENDING_VALIDATION',
    status_message: expect.stringContaining('No client certificate has been uploaded yet.'),
  });
  expect(await client.get('/key-systems/connections?page=0&size=100')).toMatchObject({ items: [{ id: pending.id }] });
  const update = { name: 'Annex 2', description: 'West', is_active: false };
  expect(await client.put(`/key-systems/connections/${pending.id}`, update)).toMatchObject(update);
  expect(await client.remove(`/key-systems/connections/${pending.id}`)).toMatchObject({ success: true });

  const id = await aConnectedKeySystem(client, app, 'Main house');
  expect(await client.get(`/key-systems/connections/${id}`)).toMatchObject({ status: 'ACTIVE' });
  const { items: active } = await client.get('/key-systems/connections?page=0&size=200');
  expect(active.find(({ is_active }: { is_active: boolean }) => is_active).id).toBe(id);

  const plan = `/key-system-connections/${id}`;
  const { items: cylinders } = await client.get('/key-plan/cylinders');
  const sheet = new File([`;${cylinders[0].marking}\nK1;x\n`], 'plan.csv');
  const { content } = await client.upload(`${plan}/upload-keyplan`, { file: sheet });
  await client.get(`${plan}/keyplan`, 404);
  await client.post(`${plan}/keyplan`, content);
  await client.get(`${plan}/keyplan`);
  await client.remove(`${plan}/keyplan`);
});

test('a key plan is written and synced by a literal client', async ({ app }) => {
  const client = await aLiteralClient(app);
  const source = await aSourceOfPeople(client);
  const system = await aConnectedKeySystem(client, app, 'Main house');
  const plan = await aPlan(client);
  const { items: users } = await client.get(`/iam/connections/${source}/users`);
  const { items: cylinders } = await client.get('/key-plan/cylinders');
  const { items: groups } = await client.get('/key-plan/cylinder-groups');
  const [door, other] = cylinders;

  await client.get('/key-plan/keyplans?is_active=true&limit=1000&offset=0');
  await client.get(`/key-plan/keyplans/${plan}`);
  for (const [kind, id] of [
    ['iam', source],
    ['key-system', system],
  ]) {
    const links = `/key-plan/keyplans/${plan}/${kind}-connections`;
    await client.post(links, { connection_ids: [id] });
    await client.get(links);
    await client.remove(`${links}/${id}`);
    await client.post(links, { connection_ids: [id] });
  }

  const rules = `/key-plan/${plan}/access-rules`;
  const subjects = [{ subject_type: 'job_title', subject_identifier: 'Nurse / night' }];
  const objects = [{ object_type: 'cylinder', object_identifier: door.id }];
  const made = await client.post(rules, { subjects, objects, type: 'job-function' });
  expect(made.type).toBe('job-function');
  await client.get(`${rules}?subject_type=job_title&limit=10&offset=0`);
  const rule = `${rules}/${made.id}`;
  await client.get(rule);
  await client.put(rule, { name: 'Nurses', type: 'job_function' });
  const more = [{ subject_type: 'department', subject_identifier: 'Ward' }];
  const added = await client.post(`${rule}/subjects`, { subjects: more });
  await client.remove(`${rule}/subjects/${added.subjects[1].id}`);
  await client.put(`${rule}/subjects`, { subjects });
  const opened = await client.post(`${rule}/objects`, {
    objects: [{ object_type: 'cylinder', object_identifier: other.id }],
  });
  await client.remove(`${rule}/objects/${opened.objects[1].id}`);
  await client.put(`${rule}/objects`, { objects });
  const time_restrictions = [{ days: [1, 2], from: '08:00', to: '17:00' }];
  const timed = await client.post(`${rule}/time-restrictions`, { time_restrictions });
  await client.remove(`${rule}/time-restrictions/${timed.time_restrictions[0].id}`);
  await client.put(`${rule}/time-restrictions`, { time_restrictions: [] });
  expect(await client.post(rules, { subjects: [], objects }, 422)).toMatchObject({
    detail: expect.stringContaining('subjects array is required and must not be empty.'),
  });
  await client.get('/key-plan/role-mappings');

  const profiles = `/key-plan/keyplans/${plan}/access-profiles`;
  const sent = { keyplan_id: plan, name: 'Ward', cylinder_ids: [door.id], cylinder_group_ids: [] };
  const profile = await client.post(profiles, sent);
  await client.get(profiles);
  await client.get(`${profiles}/${profile.id}`);
  await client.put(`${profiles}/${profile.id}`, { ...sent, name: 'Ward 2' });
  const ofProfile = `/key-plan/access-profiles/${profile.id}`;
  await client.post(`${ofProfile}/cylinders`, { cylinder_ids: [other.id] });
  expect((await client.get(`${ofProfile}/cylinders`)).items).toHaveLength(2);
  await client.remove(`${ofProfile}/cylinders/${other.id}`);
  await client.post(`${ofProfile}/cylinder-groups`, { cylinder_group_ids: [groups[0].id] });
  await client.get(`${ofProfile}/cylinder-groups`);
  await client.remove(`${ofProfile}/cylinder-groups/${groups[0].id}`);

  const enhanced = `/enhanced-keyplans/connections/${source}`;
  const second = await client.post(`${enhanced}/keyplans`, { name: 'Second', description: 'Another' });
  expect(second.is_active).toBe(false);
  const { keyplans } = await client.get(`${enhanced}/keyplans?is_active=false&limit=10&offset=0`);
  expect(keyplans).toMatchObject([{ id: second.id }]);
  const ofPlan = `${enhanced}/keyplans/${plan}`;
  await client.get(`${ofPlan}/statistics`);
  const byTitle = { name: 'By title', job_titles: ['Nurse / night'], objects: [...objects, profileObject(profile.id)] };
  const byDepartment = { name: 'By department', departments: ['Ward'], objects };
  const first = await client.post(`${ofPlan}/job-function-rules`, byTitle);
  await client.post(`${ofPlan}/department-rules`, byDepartment);
  expect((await client.get(`${ofPlan}/rules`)).items).toHaveLength(3);
  expect(await client.patch(`${enhanced}/rules/${first.id}/toggle-status`)).toMatchObject({ is_active: false });
  await client.patch(`${enhanced}/rules/${first.id}/toggle-status`);
  await client.get(`${enhanced}/evaluate-user-access/${users[0].id}`);
  const titles = `${enhanced}/job-title-access-profiles`;
  expect((await client.get(`${titles}/${encodeURIComponent('Nurse / night')}`)).items).toHaveLength(1);

  for (const path of [
    `${ofProfile}/sync-with-key-system/${system}`,
    `/key-plan/keyplans/${plan}/sync-access-profiles-to-key-system/${system}`,
    '/sync/iam-to-key-system',
  ]) {
    const { task_id } = await client.post(path);
    await client.ended(task_id);
  }
  const body = { source_iam_identifier: source, target_key_system_connection_id: system };
  await client.ended((await client.post('/sync/iam-to-key-system', body)).task_id);

  await client.remove(`${enhanced}/rules/${first.id}`);
  await client.remove(rule);
  await client.remove(`${profiles}/${profile.id}`);
  await client.remove(`${enhanced}/keyplans/${second.id}`);
  expect(await client.remove(`/key-plan/keyplans/${plan}`, 409)).toMatchObject({
    success: false,
    error: 'constraint_violation',
  });
  expect(client.steps).toBeGreaterThan(75);
});

const profileObject = (id: string) => ({ object_type: 'access_profile', object_identifier: id });

test('planned cylinders and groups answer as a literal client calls them', async ({ app }) => {
  const client = await aLiteralClient(app);
  const connection_id = await aConnectedKeySystem(client, app, 'Main house');
  for (const [path, sent, update] of [
    ['/key-plan/cylinders', { connection_id, marking: 'P-1' }, { marking: 'P-2' }],
    ['/key-plan/cylinder-groups', { connection_id, name: 'Planned' }, { name: 'Planned 2' }],
  ] as const) {
    const { id } = await client.post(path, sent);
    await client.get(`${path}?limit=10`);
    await client.get(`${path}/${id}`);
    expect(await client.put(`${path}/${id}`, update)).toMatchObject(update);
    await client.remove(`${path}/${id}`);
  }
});

test('a full sync names every task it has started', async ({ app }) => {
  const client = await aLiteralClient(app);
  const plan = await aPlan(client);
  const systems: string[] = [];
  for (const name of ['East', 'West']) systems.push(await aConnectedKeySystem(client, app, name));
  await client.post(`/key-plan/keyplans/${plan}/key-system-connections`, { connection_ids: systems });
  const { task_id, tasks } = await client.post('/sync/iam-to-key-system');
  const started = (title: string, at: number) => ({
    task_id: expect.any(String),
    title,
    key_system_connection_id: systems[at],
  });
  expect(tasks).toEqual([started('East', 0), started('West', 1)]);
  expect(tasks[0].task_id).toBe(task_id);
  for (const task of tasks) await client.ended(task.task_id);
});

test('a missing field is named with its purpose', async ({ app }) => {
  const client = await aLiteralClient(app);
  for (const body of [{ name: 'House' }, { name: 'House', description: '' }, { name: 'House', description: '  ' }]) {
    expect(await client.post('/key-plan/keyplans', body, 422)).toMatchObject({
      errors: [{ path: 'description', message: 'description is required for creating a key plan' }],
    });
  }
});
