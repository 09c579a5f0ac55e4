import { adminFunctions, adminRoles, auth, invitations } from '@key2xs/contract';
import { texts as english } from '@key2xs/texts/en/entry';
import { beforeAll, describe, test } from 'vitest';
import { openContext, type SignedIn } from './lib/browser';
import { takesEveryWay } from './lib/every-way';
import { useStage } from './lib/fixtures';
import { goWithin } from './lib/go-within';
import { type Scene, screens } from './lib/screens/screens';
import { seedScreens } from './lib/screens/seed-screens';
import { signedIn } from './lib/signed-in';

const stage = useStage();
let scene: Scene;

beforeAll(async () => {
  await signedIn(stage);
  scene = await seedScreens(stage.product, stage.dataDir, { isSmall: true });
});

const look = { width: 1_440, height: 900, isDark: false };
const password = 'a sentence with many words';
/** One that reaches many screens, and all of them where there is time. */
const functions = takesEveryWay ? adminFunctions : (['edit_plans'] as const);

describe('a sub-admin', () => {
  test.for(functions)('with the function %s only sees screens whose every part is open to them', async (name, {
    expect,
  }) => {
    const session = await aSubAdmin(name);
    const context = await openContext(stage.browser, look, session);
    const page = await context.newPage();
    const refused: string[] = [];
    let at = '';
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${at}: ${response.request().method()} ${response.url()}`);
    });
    const open: string[] = [];
    for (const screen of screens.filter(({ act, isEmpty, isSignedOut }) => !act && !isEmpty && !isSignedOut)) {
      at = screen.name;
      await goWithin(page, stage.product.url, screen.path(scene));
      if ((await page.getByText(english.errors.forbiddenTitle).count()) > 0) continue;
      open.push(screen.name);
      expect(await page.getByText(english.errors.pageFailed).count(), screen.name).toBe(0);
    }
    await context.close();
    expect(refused).toEqual([]);
    expect(open.length).toBeGreaterThan(2);
  });
});

/** Registers by an invitation into a role of its own. */
async function aSubAdmin(name: (typeof adminFunctions)[number]): Promise<SignedIn> {
  const { product } = stage;
  const role = await product.must(adminRoles.create, { body: { name: `Only ${name}`, functions: [name] } });
  const invited = await product.must(invitations.invite, { body: { role: 'subadmin', role_ids: [role.id] } });
  const username = name.replaceAll('_', '-');
  const body = { username, password, invitation_token: invited.invitation_token };
  await product.must(auth.register, { body });
  const session = await product.must(auth.login, { body: { username, password } });
  return { token: session.access_token, expires_at: Date.now() + session.expires_in * 1_000, username };
}
