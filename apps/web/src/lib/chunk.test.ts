import { afterEach, expect, it, vi } from 'vitest';
import { loadChunk } from './chunk';

afterEach(() => {
  vi.useRealTimers();
});

it('names the chunk that failed to load', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(loadChunk('PeoplePage', load)).rejects.toThrow('Loading chunk PeoplePage failed (missing).');
});

it('gives up after 120 seconds and reports a timeout', async () => {
  vi.useFakeTimers();
  const loaded = loadChunk('PeoplePage', () => new Promise(() => undefined));
  const outcome = expect(loaded).rejects.toThrow('Loading chunk PeoplePage failed (timeout).');
  await vi.advanceTimersByTimeAsync(119_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});
