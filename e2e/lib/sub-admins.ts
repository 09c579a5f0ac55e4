import { type AdminFunction, administratorList, adminRoles, auth, invitations } from '@key2xs/contract';
import type { Product } from './product';

const password = 'a sentence with many words';

/** Registers by an invitation into a role of their own. @returns their id, and what they sign in with */
export async function addSubAdmin(product: Product, username: string, functions: readonly AdminFunction[]) {
  const role = await product.must(adminRoles.create, {
    body: { name: `Role of ${username}`, functions: [...functions] },
  });
  const body = { role: 'subadmin' as const, role_ids: [role.id] };
  const { invitation_token } = await product.must(invitations.invite, { body });
  await product.must(auth.register, { body: { username, password, invitation_token } });
  const { items } = await product.must(administratorList.page, { query: { search: username } });
  const id = items[0]?.id;
  if (!id) throw new Error(`${username} is not listed`);
  return { id, username, password };
}
