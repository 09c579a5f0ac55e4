import { administratorList, administrators, adminRoles, invitations, locations } from '@key2xs/contract';
import type { Page } from 'playwright-core';
import { afterAll, test } from 'vitest';
import { startMailServer } from '../apps/server/test/mail-server';
import { openContext } from './lib/browser';
import { isClean } from './lib/checks/is-clean';
import { codeOf } from './lib/code-of';
import { loadLists } from './lib/data/lists';
import { useStage } from './lib/fixtures';
import { addStaff, connectKeySystem } from './lib/scenario';
import { signedIn } from './lib/signed-in';
import { tap } from './lib/tap';

/** Where the mails say the product is; its port is not known before it has started. */
const publicUrl = 'http://keys.test';
const phone = { width: 390, height: 844, isDark: false, hasTouch: true, language: 'de' } as const;
const passwords = { first: 'ein Satz geht gut', next: 'noch ein guter Satz' };
const person = { name: 'Annegret Oberhausen-Wittgenstein', mail_address: 'annegret@stadt.test' };

let mailServer: Awaited<ReturnType<typeof startMailServer>> | undefined;
const stage = useStage({
  env: async () => {
    mailServer = await startMailServer();
    const smtp = `smtp://127.0.0.1:${mailServer.port}`;
    return { KEY2XS_SMTP_URL: smtp, KEY2XS_MAIL_FROM: 'key2xs@stadt.test', KEY2XS_PUBLIC_URL: publicUrl };
  },
});
afterAll(() => mailServer?.close());

/** The address of this screen in a mail, once that has come, as this product has it. */
async function mailedLink(screen: string): Promise<string> {
  const line = new RegExp(`${publicUrl}(/${screen}#\\S+)`);
  const [, path] = line.exec((await mailServer?.until(line)) ?? '') ?? [];
  return `${stage.product.url}${path}`;
}

/** Invited to see the doors of one place. @returns that place */
async function invite() {
  const { product } = stage;
  await addStaff(product, 'Personal der Stadt', (await loadLists({ isSmall: true })).first);
  await connectKeySystem(product, 'Rathaus');
  const { stamp } = await product.must(locations.proposal, {});
  await product.must(locations.confirmProposal, { body: { stamp } });
  const { places } = await product.must(locations.tree, {});
  const [place, other] = places.filter(({ parent_id, cylinders }) => parent_id === null && cylinders > 0);
  if (!place || !other) throw new Error('There are not two places with doors.');
  const name = 'Schlüsselausgabe und Türübersicht';
  const body = { name, functions: ['view_cylinders' as const], needs_second_factor: true };
  const { id } = await product.must(adminRoles.create, { body });
  const scope = { departments: null, places: [place.id] };
  await product.must(invitations.invite, { body: { ...person, role: 'subadmin', role_ids: [id], scope } });
  return { place, other };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Benutzername').fill('annegret');
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await tap(page, button(page, 'Anmelden'));
}

async function logOut(page: Page): Promise<void> {
  await tap(page, button(page, /^SU, Konto von /));
  await tap(page, button(page, 'Abmelden'));
  await heading(page, 'Anmelden').waitFor();
}

test('a sub-admin on a phone, in German: invited by mail, registers with a second factor, sees one place, sets a forgotten password, and is thrown out when suspended', async () => {
  const { product } = stage;
  await signedIn(stage);
  const { place, other } = await invite();
  const context = await openContext(stage.browser, phone);
  const page = await context.newPage();

  await page.goto(await mailedLink('invitation'));
  await heading(page, `Willkommen, ${person.name}`).waitFor();
  await page.getByText('Sie sind als Sub-Admin eingeladen: Schlüsselausgabe und Türübersicht.').waitFor();
  await isClean(page);
  await page.getByLabel('Benutzername').fill('annegret');
  await page.getByLabel('Passwort', { exact: true }).fill(passwords.first);
  await tap(page, button(page, 'Konto anlegen'));
  await heading(page, 'Ihr Konto annegret ist angelegt').waitFor();
  await tap(page, page.getByRole('link', { name: 'Zur Anmeldung' }));
  await enterPassword(page, passwords.first);
  await heading(page, 'Zweiten Faktor einrichten').waitFor();
  await isClean(page);
  await tap(page, button(page, 'Authenticator-App'));
  const secret = (await page.locator('.totp-secret').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code aus Ihrer Authenticator-App').fill(codeOf(secret));
  await isClean(page);
  await tap(page, button(page, 'Bestätigen'));
  await heading(page, 'Der zweite Faktor ist eingerichtet').waitFor();
  await isClean(page);
  await tap(page, button(page, 'Anmelden'));

  await page.waitForURL('**/dashboards/start');
  await isClean(page);
  await tap(page, button(page, 'Navigation öffnen'));
  await page.getByRole('dialog').waitFor();
  await isClean(page);
  await tap(page, page.getByRole('dialog').getByRole('link', { name: /^Zylinder/ }));
  await page.getByText(`${place.cylinders} Zylinder`).waitFor();
  await page.goto(`${product.url}/keys/locations?location_id=${other.id}`);
  await page.getByText('Diese Seite ist für Sie nicht freigegeben').waitFor();
  await logOut(page);

  await tap(page, page.getByRole('link', { name: 'Passwort vergessen?' }));
  await page.getByLabel('Benutzername').fill('annegret');
  await tap(page, button(page, 'Link senden'));
  await heading(page, 'Wenn es das Konto gibt, ist eine Mail unterwegs').waitFor();
  await page.goto(await mailedLink('reset-password'));
  await page.getByLabel('Neues Passwort', { exact: true }).fill(passwords.next);
  await isClean(page);
  await tap(page, button(page, 'Passwort setzen'));
  await tap(page, page.getByRole('link', { name: 'Zur Anmeldung' }));
  await enterPassword(page, passwords.next);
  await page.getByLabel('Code aus Ihrer Authenticator-App').fill(codeOf(secret, 30)); // each code is taken once
  await isClean(page);
  await tap(page, button(page, 'Weiter'));
  await page.waitForURL('**/dashboards/start');

  const { items } = await product.must(administratorList.page, { query: { search: 'annegret' } });
  const [of] = items;
  if (!of) throw new Error('The sub-admin is not listed.');
  await product.must(administrators.suspend, { params: of, body: { reason: 'Hat das Haus verlassen' } });
  await page.getByText(/^Ihre Sitzung wurde vorzeitig beendet/).waitFor();
  await isClean(page);
  await enterPassword(page, passwords.next);
  await page.getByText('Benutzername oder Passwort ist falsch').waitFor();
  await context.close();
});
