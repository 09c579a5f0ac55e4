import { describe, expect, it } from 'vitest';
import { actingStore, saveActing, saveEnd, takeEnd } from './acting-store';

function aStore(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored));
  return {
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
}

const now = 1_000_000;
const ignore = () => undefined;
const own = JSON.stringify({ token: 'own', expires_at: now + 3_600_000 });
const other = { token: 'other', expires_at: now + 900_000 };

/** A browser in which Ada is signed in, with one tab in which she acts for another. */
function aBrowser() {
  const stores = { local: aStore({ token: own, user: 'ada' }), tab: aStore() };
  saveActing(stores, other);
  return stores;
}

describe('acting for another administrator', () => {
  it('has its own token in this tab and leaves that of the browser alone', () => {
    const stores = aBrowser();
    expect(actingStore(stores, now, ignore)?.read('token')).toContain('"other"');
    expect(actingStore(stores, now, ignore)?.read('user')).toBe('ada');
    expect(actingStore({ ...stores, tab: aStore() }, now, ignore)).toBeUndefined();
    expect(stores.local.read('token')).toBe(own);
  });

  it('loads the page again once it has ended, and never falls back to the own token', () => {
    const stores = aBrowser();
    let ends = 0;
    const store = actingStore(stores, now, () => {
      ends += 1;
    });
    store?.remove('token');
    store?.remove('user');
    expect(ends).toBe(1);
    expect([store?.read('token'), stores.local.read('token'), stores.local.read('user')]).toEqual([null, own, 'ada']);
  });

  it('stays bound to its user through a renewed token', () => {
    const stores = aBrowser();
    actingStore(stores, now, ignore)?.write('token', JSON.stringify({ ...other, token: 'renewed' }));
    expect(actingStore(stores, now, ignore)?.read('token')).toContain('"renewed"');
  });

  it.each([
    {
      what: 'the own session has ended',
      change: (stores: ReturnType<typeof aBrowser>) => stores.local.remove('token'),
    },
    {
      what: 'another user has signed in',
      change: (stores: ReturnType<typeof aBrowser>) => stores.local.write('user', 'eve'),
    },
    {
      what: 'what is stored cannot be read',
      change: (stores: ReturnType<typeof aBrowser>) => stores.tab.write('acting', '{'),
    },
  ])('is over when $what', ({ change }) => {
    const stores = aBrowser();
    const open = actingStore(stores, now, ignore);
    change(stores);
    expect(open?.read('token')).toBeNull();
    expect(actingStore(stores, now, ignore)).toBeUndefined();
    expect(stores.tab.read('acting')).toBeNull();
  });

  it('lasts for its time, after a renewal too, and what is loaded then says once that it is over', () => {
    const stores = aBrowser();
    const open = actingStore(stores, now, ignore);
    open?.write('token', JSON.stringify({ token: 'renewed', expires_at: other.expires_at }));
    expect(actingStore(stores, other.expires_at - 1, ignore)).toBeDefined();
    expect(takeEnd(stores)).toBe(false);
    expect(actingStore(stores, other.expires_at + 1, ignore)).toBeUndefined();
    expect([takeEnd(stores), takeEnd(stores)]).toEqual([true, false]);
  });

  it('says nothing of its end together with that of the own session, or by hand', () => {
    const stores = aBrowser();
    actingStore(stores, now, ignore)?.remove('token');
    expect(takeEnd(stores)).toBe(false);
    stores.local.remove('token');
    saveEnd(stores);
    expect(takeEnd(stores)).toBe(false);
  });
});
