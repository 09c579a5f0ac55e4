import { auth } from '@key2xs/contract';
import type { SignedIn } from './browser';
import type { Product } from './product';

type Account = { product: Product; username: string; password: string };

/** A session for browsers in tests that do not cover signing in; signs in the API client too. */
export async function signedIn({ product, username, password }: Account): Promise<SignedIn> {
  await product.signIn(username, password);
  const { access_token, expires_in } = await product.must(auth.login, { body: { username, password } });
  return { token: access_token, expires_at: Date.now() + expires_in * 1_000, username };
}
