import { adminFunctions, administratorList, administrators, adminRoles, auth, invitations } from '@key2xs/contract';
import { texts as english } from '@key2xs/texts/en/entry';
import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { openContext, type SignedIn, settled } from './lib/browser';
import { takesEveryWay } from './lib/every-way';
import { useStage } from './lib/fixtures';
import { goWithin } from './lib/go-within';
import { type Scene, type Screen, screens } from './lib/screens/screens';
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

const reachable = screens.filter(({ act, isEmpty, isSignedOut }) => !act && !isEmpty && !isSignedOut);

describe('a sub-admin', () => {
  test.for(functions)('with the function %s only sees screens whose every part is open to them', async (name, {
    expect,
  }) => {
    const session = await aSubAdmin(name);
    const open: string[] = [];
    const refused = await visitAll(session, reachable, async (page, screen) => {
      await goWithin(page, stage.product.url, screen.path(scene));
      if ((await page.getByText(english.errors.forbiddenTitle).count()) > 0) return;
      open.push(screen.name);
      expect(await page.getByText(english.errors.pageFailed).count(), screen.name).toBe(0);
    });
    expect(refused).toEqual([]);
    expect(open.length).toBeGreaterThan(2);
  });
});

/** Screens with the most that can be changed; more where there is time. */
const changing = [
  'location',
  'key-plan-rules',
  'key-plan-draft',
  'key-plan-connections',
  'change-set-stopped',
  'iam-manager-mapping',
  'profile-settings',
  ...(takesEveryWay
    ? ['locations-differences', 'locations-proposal', 'key-plan-profiles', 'key-plan-check', 'key-plan-matrix-draft']
    : []),
  ...(takesEveryWay ? ['iam-manager', 'iam-manager-conflicts', 'profile', 'people', 'developers-tokens'] : []),
];

test('no enabled control of a view leads to a call that it is refused', { timeout: 600_000 }, async ({ expect }) => {
  const { product } = stage;
  const { username } = await aSubAdmin(...adminFunctions);
  const { items } = await product.must(administratorList.page, { query: { search: username } });
  const [of] = items;
  if (!of) throw new Error('The sub-admin is not listed.');
  const session = await product.must(administrators.view, { params: of, body: { reason: 'To see what they see' } });
  const expires_at = Date.now() + session.expires_in * 1_000;
  const viewing = { token: session.access_token, expires_at, username };
  let tried = 0;
  const chosen = reachable.filter(({ name }) => changing.includes(name));
  const refused = await visitAll(viewing, chosen, async (page, screen, at) => {
    const open = () => goWithin(page, stage.product.url, screen.path(scene));
    await open();
    const names = new Set<string>();
    for (;;) {
      const name = await pressNext(page, names);
      if (name === undefined) break;
      at.place = `${screen.name}, ${name}`;
      tried += 1;
      await settled(page);
      if (!page.url().endsWith(screen.path(scene))) await open();
    }
  });
  expect(refused).toEqual([]);
  expect(tried).toBeGreaterThan(30);
});

/** A page waits longer than it computes, so several share the screens. @returns calls that were refused */
async function visitAll(
  session: SignedIn,
  all: readonly Screen[],
  visit: (page: Page, screen: Screen, at: { place: string }) => Promise<void>,
): Promise<string[]> {
  const refused: string[] = [];
  const waiting = [...all];
  const visitWaiting = async () => {
    const at = { place: '' };
    const context = await openContext(stage.browser, look, session);
    const page = await context.newPage();
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${at.place}: ${response.request().method()} ${response.url()}`);
    });
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      at.place = screen.name;
      await visit(page, screen, at);
    }
    await context.close();
  };
  await Promise.all(Array.from({ length: 3 }, visitWaiting));
  return refused;
}

/** Presses the first enabled control with another name than those; of rows and their like, one of each kind. Undefined: none is left. */
async function pressNext(page: Page, names: Set<string>): Promise<string | undefined> {
  const name = await page.evaluate<string | undefined>(`(() => {
    const tried = new Set(${JSON.stringify([...names])});
    const inside = document.querySelector('[role=dialog]') ?? document.querySelector('main');
    const found = inside?.querySelectorAll('button:enabled, input[type=checkbox]:enabled, [role=menuitem], [role=switch]:enabled') ?? [];
    for (const one of found) {
      const name = one.type === 'checkbox' ? one.closest('label, .mantine-Switch-root') ? 'switch' : 'checkbox'
        : one.textContent.trim() || (one.ariaLabel ?? one.type).split(' ')[0];
      if (tried.has(name)) continue;
      one.click();
      return name;
    }
  })()`);
  if (name !== undefined) names.add(name);
  else if ((await page.getByRole('dialog').count()) > 0) {
    await page.keyboard.press('Escape');
    return 'Escape';
  }
  return name;
}

/** Registers by an invitation into a role of its own. */
async function aSubAdmin(...functions: readonly (typeof adminFunctions)[number][]): Promise<SignedIn> {
  const { product } = stage;
  const name = functions.length === 1 ? `${functions[0]}` : 'with_all';
  const role = await product.must(adminRoles.create, { body: { name: `Only ${name}`, functions: [...functions] } });
  const invited = await product.must(invitations.invite, { body: { role: 'subadmin', role_ids: [role.id] } });
  const username = name.replaceAll('_', '-');
  const body = { username, password, invitation_token: invited.invitation_token };
  await product.must(auth.register, { body });
  const session = await product.must(auth.login, { body: { username, password } });
  return { token: session.access_token, expires_at: Date.now() + session.expires_in * 1_000, username };
}
