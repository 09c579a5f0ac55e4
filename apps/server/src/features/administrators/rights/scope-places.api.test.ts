import {
  administrators,
  apiTokens,
  cylinderList,
  invitationList,
  invitations,
  locations,
  singleSignOn,
} from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aPlace, place, twoHouses } from '#test/factories/doors';
import { configure, settingsFor } from '#test/factories/single-sign-on';
import { send } from '#test/send';

/** A sub-admin of one house, in which a cylinder stands. */
async function ofOneHouse(app: TestApp) {
  await twoHouses(app);
  const [house, other] = [
    await aPlace(app, { name: 'East house', type: 'building' }),
    await aPlace(app, { name: 'West house', type: 'building' }),
  ];
  const { id: cylinder_id } = await app.db.selectFrom('cylinder').select('id').limit(1).executeTakeFirstOrThrow();
  await place(app, [cylinder_id], house.id);
  const zoe = await aSubAdmin(app, {
    functions: ['view_cylinders'],
    scope: { departments: null, places: [house.id] },
  });
  const { call } = app.as('superadmin');
  const scope = async () => (await call(administrators.get, { params: zoe })).body.scope;
  const cylinders = async () => (await send(app.url, cylinderList.page, { query: {} }, zoe)).body.total;
  expect(await cylinders()).toBe(1);
  return { house, other, zoe, call, scope, cylinders };
}

describe('the places of a scope', () => {
  test('follow a merge, as its audit event says', async ({ app }) => {
    const { house, other, zoe, call, scope, cylinders } = await ofOneHouse(app);
    await call(locations.merge, { params: house, body: { into: other.id } });
    expect(await scope()).toEqual({
      departments: null,
      places: [{ id: other.id, path: 'West house' }],
      missing_places: 0,
    });
    expect(await cylinders()).toBe(1);
    const [event] = (await eventsAbout(app, house.id)).slice(-1);
    const moved = { admin_id: zoe.id, before: { places: [house.id] }, after: { places: [other.id] } };
    expect(event).toMatchObject({ action: 'location.merged', details: { scopes: [moved] } });
  });

  test('of open invitations, API tokens and accounts that single sign-on creates follow as well', async ({ app }) => {
    const { house, other, call } = await ofOneHouse(app);
    const scope = { departments: null, places: [house.id] };
    const invited = (await call(invitations.invite, { body: { role: 'subadmin', scope } })).body;
    const expires_at = new Date(app.deps.clock().getTime() + 86_400_000).toISOString();
    const token = { name: 'Script', functions: ['view_cylinders' as const], scope, expires_at };
    const made = (await call(apiTokens.create, { body: token })).body.token;
    await configure(app, { ...settingsFor({ issuer: 'https://login.example/realm' }), created_scope: scope });
    await call(locations.merge, { params: house, body: { into: other.id } });
    const moved = { places: [{ id: other.id }] };
    const invitation = await call(invitationList.page, { query: {} });
    expect(invitation.body.items).toMatchObject([{ id: invited.id, scope: moved }]);
    expect((await call(apiTokens.own, {})).body.items).toMatchObject([{ id: made.id, scope: moved }]);
    expect((await call(singleSignOn.get, {})).body.created_scope).toEqual({ departments: null, places: [other.id] });
    const details = {
      scopes: [{}, { invitation_id: invited.id }, { api_token_id: made.id }, { single_sign_on: true }],
    };
    expect((await eventsAbout(app, house.id)).at(-1)).toMatchObject({ details });
  });

  test('that are deleted leave nothing to see, never everything, and are counted', async ({ app }) => {
    const { house, other, zoe, call, scope, cylinders } = await ofOneHouse(app);
    await place(app, await idsAt(app, house.id), other.id);
    expect((await call(locations.remove, { params: house, query: {} })).status).toBe(200);
    expect(await scope()).toEqual({ departments: null, places: [], missing_places: 1 });
    expect(await cylinders()).toBe(0);
    const named = await call(administrators.change, { params: zoe, body: { name: 'Zoe Lang' } });
    expect([named.status, named.body.name]).toEqual([200, 'Zoe Lang']);
    expect(await scope()).toMatchObject({ places: [], missing_places: 1 });
    expect(await cylinders()).toBe(0);
  });
});

const idsAt = async ({ db }: TestApp, place: string) =>
  (await db.selectFrom('cylinder').select('id').where('location_id', '=', place).execute()).map(({ id }) => id);
