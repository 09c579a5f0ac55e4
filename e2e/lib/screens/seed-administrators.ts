import {
  administratorList,
  administrators,
  adminRoles,
  apiTokens,
  auth,
  invitations,
  serviceAccounts,
} from '@key2xs/contract';
import type { Product } from '../product';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Two sub-admins with long names, one of them the deputy of the other, an open invitation, and a service account with a token. @returns the one who has a deputy */
export async function aSubAdmin(product: Product, placeId: string): Promise<string> {
  const functions = ['view_cylinders', 'view_people', 'edit_plans', 'activate_plans'] as const;
  const role = await product.must(adminRoles.create, {
    body: { name: 'Gatehouse-Nightwatch-Coordination', functions: [...functions], needs_second_factor: true },
  });
  const role_ids = [role.id];
  const register = async (
    username: string,
    name: string,
    scope: { departments: string[]; places: string[] } | null,
  ) => {
    const { invitation_token } = await product.must(invitations.invite, {
      body: { role: 'subadmin', role_ids, name, scope },
    });
    const body = { username, password: 'a sentence with many words', invitation_token };
    await product.must(auth.register, { body });
    const { items } = await product.must(administratorList.page, { query: { search: username } });
    return items[0]?.id ?? '';
  };
  const scope = { departments: ['FIRE', 'FINANCE'], places: [placeId] };
  const id = await register(
    'frederica.featherstonehaugh@hospital.example',
    'Frederica Featherstonehaugh-Cholmondeley',
    scope,
  );
  const deputy_id = await register('zoe', 'Zoe Lang', null);
  const dates = { from: inDays(-2), until: inDays(12) };
  await product.must(administrators.setDeputy, { params: { id }, body: { deputy_id, ...dates, reason: 'On holiday' } });
  await product.must(invitations.invite, { body: { role: 'superadmin', name: 'Otto Weg' } });
  const service = { username: 'payroll.export', role_ids, scope: null, valid_until: null };
  const { id: owner_id } = await product.must(serviceAccounts.create, { body: service });
  const token = { name: 'Nightly export', functions: ['view_people' as const], scope: null, is_read_only: true };
  await product.must(apiTokens.create, { body: { ...token, owner_id, expires_at: inDays(10) } });
  return id;
}
