import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchPresence } from './watch-presence';

let seen: string[];
let stop: () => void;

beforeEach(() => {
  seen = [];
  stop = watchPresence({
    onUse: () => seen.push('use'),
    onReturn: () => seen.push('return'),
    onSignedOut: () => seen.push('signed out'),
    onOtherUser: () => seen.push('other user'),
  });
});
afterEach(() => stop());

const stored = (key: string | null, oldValue: string | null, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));

it('reports pointer, keys and the return to the window', () => {
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(seen).toEqual(['use', 'use', 'return']);
});

it('reports only session changes of other tabs', () => {
  stored('darkMode', 'true', null);
  stored('token', 'old', 'fresh');
  stored('token', 'old', null);
  stored(null, null, null);
  stored('user', 'ada', 'grace');
  stored('user', null, 'ada');
  expect(seen).toEqual(['signed out', 'signed out', 'other user']);
});

it('stops on request', () => {
  stop();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(seen).toEqual([]);
});
