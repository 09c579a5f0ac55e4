import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider, useToast } from './toast';

function Buttons() {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast.success('First')}>
        one
      </button>
      <button type="button" onClick={() => toast.failure('Second')}>
        two
      </button>
      <button type="button" onClick={() => toast.warning('Over')}>
        three
      </button>
    </>
  );
}

const after = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows nothing until asked, and then for 3000 ms', () => {
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.click(screen.getByText('one'));
  after(2_999);
  expect(screen.getByRole('status').textContent).toBe('First');
  after(1);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('gives a new toast the full time, replacing the previous one', () => {
  fireEvent.click(screen.getByText('one'));
  after(2_000);
  fireEvent.click(screen.getByText('two'));
  expect(screen.queryByText('First')).toBeNull();
  after(2_000);
  expect(screen.getByRole('alert').textContent).toBe('Second');
  after(1_000);
  expect(screen.queryByText('Second')).toBeNull();
});

it('keeps a warning when something fails because of it', () => {
  fireEvent.click(screen.getByText('three'));
  fireEvent.click(screen.getByText('two'));
  expect(screen.getByRole('status').textContent).toBe('Over');
  expect(screen.queryByText('Second')).toBeNull();
  after(3_000);
  fireEvent.click(screen.getByText('two'));
  expect(screen.getByRole('alert').textContent).toBe('Second');
});
