import { expect, onTestFinished, test } from 'vitest';
import { openContext } from './lib/browser';
import { useStage } from './lib/fixtures';
import { startReverseProxy } from './lib/reverse-proxy';

const path = '/key2xs';
const stage = useStage({ env: async () => ({ HOST: '::', KEY2XS_PUBLIC_URL: `http://keys.test${path}` }) });
const wide = { width: 1_440, height: 900, isDark: false };

test.each([
  ['leaves the path', false],
  ['takes the path away', true],
])('the product works below a path, behind a proxy that %s', async (_, strips) => {
  const front = await startReverseProxy({ path, to: stage.product.url, strips });
  onTestFinished(front.close);
  const page = await (await openContext(stage.browser, wide)).newPage();
  const astray: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 404 || !response.url().startsWith(front.url)) astray.push(response.url());
  });
  const live = page.waitForResponse((response) => response.url().startsWith(`${front.url}/api/v1/live-updates`));
  await page.goto(`${front.url}/people?page=1`);
  await page.getByLabel('Username').fill(stage.username);
  await page.getByLabel('Password', { exact: true }).fill(stage.password);
  expect(page.url()).toBe(`${front.url}/login`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  expect(page.url()).toMatch(`${front.url}/people`);
  expect((await live).status()).toBe(200);
  await page.reload();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.goto(front.url);
  await page.waitForURL(`${front.url}/dashboards/start`);
  const fonts = await page.evaluate(async () =>
    (await document.fonts.load('16px "Inter Variable"')).map(({ status }) => status),
  );
  expect(fonts).toContain('loaded');
  await page.goto(`${front.url}/help`);
  await page.getByRole('navigation').getByRole('link', { name: 'Daily work' }).click();
  await page.getByRole('heading', { name: 'A key is lost' }).waitFor();
  await page.getByRole('link', { name: 'Key2XS', exact: true }).click();
  await page.waitForURL(`${front.url}/dashboards/start`);
  expect(astray).toEqual([]);
});

test('the server itself leads to the path, and answers by IPv6', async () => {
  const page = await (await openContext(stage.browser, wide)).newPage();
  await page.goto(`${stage.product.url}/people`);
  await page.waitForURL(`${stage.product.url}${path}/login`);
  const { port } = new URL(stage.product.url);
  for (const host of ['127.0.0.1', '[::1]']) {
    expect((await fetch(`http://${host}:${port}/readyz`)).status, host).toBe(200);
  }
});
