import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render';
import { Footer } from './footer';

afterEach(() => vi.unstubAllEnvs());

it('links to the website set at build time', async () => {
  vi.stubEnv('VITE_COMPANY_WEBSITE', 'https://keys.test/');
  await renderPage(<Footer />);
  expect(screen.getByRole('link', { name: 'Key2XS' }).getAttribute('href')).toBe('https://keys.test/');
});

it('links to the page about the product without a website', async () => {
  vi.stubEnv('VITE_COMPANY_WEBSITE', '');
  await renderPage(<Footer />);
  const href = screen.getByRole('link', { name: 'Key2XS' }).getAttribute('href');
  expect(href).toBe('/dashboards/demo/Key2XSArchitecture');
});
