import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../test/render';
import { Page } from './page';

const width = window.innerWidth;
afterEach(() => {
  window.innerWidth = width;
  vi.restoreAllMocks();
});

/** Three lines of text, of which a phone shows one. */
const layOut = () =>
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return this.tagName === 'P' ? 60 : 0;
  });

const show = () =>
  renderPage(
    <Page title="Work list" about="What is done by hand.">
      <p />
    </Page>,
  );

const button = { name: 'Whole text' };

it('shortens the description to a line on a phone, and shows the rest on demand', async () => {
  window.innerWidth = 390;
  layOut();
  const { user } = await show();
  const text = screen.getByText('What is done by hand.');
  expect(text.dataset.cut).toBe('true');
  await user.click(screen.getByRole('button', button));
  expect([text.dataset.cut, screen.getByRole('button', button).getAttribute('aria-expanded')]).toEqual([
    undefined,
    'true',
  ]);
  await user.click(screen.getByRole('button', button));
  expect(text.dataset.cut).toBe('true');
});

it('shows it in full in a wide window', async () => {
  layOut();
  await show();
  expect(screen.getByText('What is done by hand.').dataset.cut).toBeUndefined();
  expect(screen.queryByRole('button', button)).toBeNull();
});
