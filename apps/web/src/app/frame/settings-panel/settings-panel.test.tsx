import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../../test/render';
import { SettingsPanel } from './settings-panel';

const page = (
  <>
    <p>The page behind</p>
    <SettingsPanel />
  </>
);

it('switches to dark, remembers it and recolours the page', async () => {
  const { user } = await renderPage(page);
  await user.click(screen.getByRole('button', { name: 'Dashboard Settings' }));
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  expect(localStorage.getItem('darkMode')).toBe('true');
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  await user.click(screen.getByRole('radio', { name: 'Light' }));
  expect(localStorage.getItem('darkMode')).toBe('false');
});

it('speaks German, remembers it, and English again', async () => {
  const { user } = await renderPage(page);
  await user.click(screen.getByRole('button', { name: 'Dashboard Settings' }));
  await user.click(await screen.findByRole('radio', { name: 'Deutsch' }));
  await screen.findByText('Sprache');
  expect([localStorage.getItem('language'), document.documentElement.lang]).toEqual(['de', 'de']);
  screen.getByRole('heading', { name: 'Einstellungen' });
  await user.click(screen.getByRole('radio', { name: 'English' }));
  await screen.findByText('Language');
  expect(document.documentElement.lang).toBe('en');
});

it('closes by a click outside', async () => {
  const { user } = await renderPage(page);
  await user.click(screen.getByRole('button', { name: 'Dashboard Settings' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard Settings' })).toBeDefined();
  await user.click(screen.getByText('The page behind'));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Dashboard Settings' })).toBeNull());
});
