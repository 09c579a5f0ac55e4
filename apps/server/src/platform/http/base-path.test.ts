import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { basePathOf, withoutBasePath } from './base-path';
import { installNotFound, serveWeb } from './serve-web';

describe('basePathOf', () => {
  it.each([
    ['https://keys.example', ''],
    ['https://keys.example/key2xs', '/key2xs'],
    ['https://keys.example/a/b', '/a/b'],
    [undefined, ''],
  ])('of %s is "%s"', (publicUrl, path) => {
    expect(basePathOf({ publicUrl })).toBe(path);
  });
});

describe('withoutBasePath', () => {
  it.each([
    ['/key2xs', '/'],
    ['/key2xs/', '/'],
    ['/key2xs?a=1', '/?a=1'],
    ['/key2xs/api/v1/people?page=2', '/api/v1/people?page=2'],
    ['/api/v1/people', '/api/v1/people'],
    ['/readyz', '/readyz'],
    ['/key2xsx/api', '/key2xsx/api'],
  ])('reads %s as %s', (url, path) => {
    expect(withoutBasePath(url, '/key2xs')).toBe(path);
    expect(withoutBasePath(url, '')).toBe(url);
  });
});

const index = `<!doctype html>
<html lang="en">
<link rel="icon" href="/favicon.svg" />
<script src="/first-paint.js" data-sign-in="/assets/a.js /assets/a.css" data-application="/assets/b.js"></script>
<a href="https://key2xs.example/">/help</a>`;

/** A server of a built web application. */
async function aWebServer(basePath: string) {
  const directory = mkdtempSync(join(tmpdir(), 'key2xs-web-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const folder of ['assets', 'help']) mkdirSync(join(directory, folder));
  writeFileSync(join(directory, 'index.html'), index);
  writeFileSync(join(directory, 'assets/a.js'), 'a');
  writeFileSync(
    join(directory, 'help/index.html'),
    '<html lang="en"><a href="/help/audit.html">Audits</a><a href="#x">x</a>',
  );
  writeFileSync(join(directory, 'help/audit.html'), '<html lang="en"><a href="/">Key2XS</a> cat /etc/key2xs');
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, basePath),
  });
  onTestFinished(() => app.close());
  installNotFound(app, await serveWeb(app, directory, basePath));
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url });
    return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'], body };
  };
}

describe('the web application below a path', () => {
  it('has the path in the addresses of its pages, at any screen', async () => {
    const get = await aWebServer('/key2xs');
    for (const url of ['/key2xs', '/key2xs/', '/key2xs/people/1', '/people/1', '/key2xs/index.html']) {
      const { status, type, cache, body } = await get(url);
      expect([status, type, cache], url).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
      expect(body).toContain('<html data-base-path="/key2xs" lang="en">');
      expect(body).toContain('href="/key2xs/favicon.svg"');
      expect(body).toContain(
        'data-sign-in="/key2xs/assets/a.js /key2xs/assets/a.css" data-application="/key2xs/assets/b.js"',
      );
      expect(body).toContain('<a href="https://key2xs.example/">/help</a>');
    }
  });

  it('serves its files and the handbook there, and as before without the path', async () => {
    const get = await aWebServer('/key2xs');
    for (const base of ['/key2xs', '']) {
      expect(await get(`${base}/assets/a.js`)).toMatchObject({ status: 200, body: 'a' });
      for (const page of ['/help', '/help/', '/help/index.html']) {
        expect((await get(base + page)).body, page).toContain('href="/key2xs/help/audit.html"');
      }
      expect((await get(`${base}/help/audit.html`)).body).toMatch(/href="\/key2xs\/".* cat \/etc\/key2xs/);
    }
    expect((await get('/key2xs/assets/gone.js')).status).toBe(404);
  });

  it('is served as it was built without one', async () => {
    const get = await aWebServer('');
    expect((await get('/people/1')).body).toBe(index);
    expect((await get('/help')).body).toContain('href="/help/audit.html"');
  });
});
