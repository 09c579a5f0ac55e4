import type { Act } from './acts';

/** Starts a set-up with the sandbox, and shows both sign-in methods. */
export const beginEntra: Act = async (page) => {
  await page.locator('form input').first().fill('Sandbox');
  await page.locator('form button[type=submit]').click();
  await page.locator('input[name=tenant_id]').waitFor();
};
