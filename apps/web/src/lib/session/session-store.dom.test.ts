import { describe, expect, it } from 'vitest';
import { type Granted, SessionStore } from './session-store';
import { createSharedState } from './shared-state';

const MINUTE = 60_000;

/** A separate browser with a manual clock; `tick` runs the periodic check. */
function aBrowser(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored));
  const store = {
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
  const clock = { now: 1_000_000, left: 0, forgotten: 0, checks: new Set<() => void>() };
  const session = new SessionStore({
    store,
    shared: createSharedState(store),
    now: () => clock.now,
    every: (ms, task) => {
      expect(ms).toBe(30_000);
      clock.checks.add(task);
      return () => clock.checks.delete(task);
    },
    leave: () => {
      clock.left += 1;
    },
    discardDrafts: () => {
      clock.forgotten += 1;
    },
  });
  const tick = () => {
    for (const check of [...clock.checks]) check();
  };
  let ended = 0;
  session.onEnd(() => {
    ended += 1;
  });
  return { session, values, clock, tick, endings: () => ended };
}

const anHour: Granted = { access_token: 'abc', expires_in: 3_600 };

describe('signing in', () => {
  it('stores the token with the moment it ends, and only the username beside it', () => {
    const { session, values, clock } = aBrowser();
    session.signIn(anHour, 'ada');
    expect(JSON.parse(values.get('token') ?? '')).toEqual({ token: 'abc', expires_at: clock.now + 3_600_000 });
    expect(values.get('user')).toBe('ada');
  });

  it('discards the drafts of the previous user on sign-in and sign-out', () => {
    const { session, clock } = aBrowser();
    session.signIn(anHour, 'ada');
    expect(clock.forgotten).toBe(1);
    session.signOut();
    expect(clock.forgotten).toBe(2);
  });

  it('starts one check every 30 seconds, which logging out stops', () => {
    const { session, clock } = aBrowser();
    session.signIn(anHour, 'ada');
    session.signIn(anHour, 'ada');
    expect(clock.checks.size).toBe(1);
    session.signOut();
    expect(clock.checks.size).toBe(0);
  });

  it('starts the check at start-up only for a signed-in user', () => {
    const kept = JSON.stringify({ token: 'abc', expires_at: 1_000_000 + 10 * MINUTE });
    const returning = aBrowser({ token: kept });
    returning.session.start(() => Promise.resolve(anHour));
    const stranger = aBrowser();
    stranger.session.start(() => Promise.resolve(anHour));
    const late = aBrowser({ token: JSON.stringify({ token: 'abc', expires_at: 1_000_000 }) });
    late.session.start(() => Promise.resolve(anHour));
    expect([returning, stranger, late].map(({ clock }) => clock.checks.size)).toEqual([1, 0, 0]);
  });
});

describe('the end of a session', () => {
  it('comes when less than two minutes are left, at the next check', () => {
    const { session, clock, tick, values, endings } = aBrowser();
    session.signIn(anHour, 'ada');
    clock.now += 58 * MINUTE;
    tick();
    expect(endings()).toBe(0);
    clock.now += 1;
    tick();
    expect([endings(), values.has('token'), values.has('user'), clock.checks.size]).toEqual([1, false, false, 0]);
  });

  it('comes when an expired token is read', () => {
    const { session, clock, endings } = aBrowser();
    session.signIn(anHour, 'ada');
    clock.now += 60 * MINUTE;
    expect(session.token()).toBeUndefined();
    expect(endings()).toBe(1);
  });

  it('comes when an unreadable token is read, which is removed', () => {
    const { session, values, endings } = aBrowser({ token: 'not json', user: 'ada' });
    expect(session.token()).toBeUndefined();
    expect([endings(), values.has('token'), values.has('user')]).toEqual([1, false, false]);
  });

  it('is reported at most once a second', () => {
    const { session, clock, endings } = aBrowser();
    session.signIn(anHour, 'ada');
    session.end();
    clock.now += 999;
    session.end();
    expect(endings()).toBe(1);
    clock.now += 1;
    session.end();
    expect(endings()).toBe(2);
  });

  it('reloads /login when no listener can navigate', () => {
    const values = new Map<string, string>();
    const store = {
      read: (key: string) => values.get(key) ?? null,
      write: (key: string, value: string) => void values.set(key, value),
      remove: (key: string) => void values.delete(key),
    };
    let left = 0;
    const leave = () => {
      left += 1;
    };
    const deps = {
      store,
      shared: createSharedState(store),
      now: () => 0,
      every: () => () => undefined,
      leave,
      discardDrafts: () => undefined,
    };
    new SessionStore(deps).end();
    expect(left).toBe(1);
  });

  it('is silent on a manual logout', () => {
    const { session, endings } = aBrowser();
    session.signIn(anHour, 'ada');
    session.signOut();
    expect([session.phase(), endings()]).toEqual(['signed-out', 0]);
  });
});

describe('asking for the token of a request', () => {
  const reasons = [
    { stored: undefined, reason: 'No valid token available', cause: 'No authentication token found' },
    { stored: 'not json', reason: 'Token validation failed', cause: 'Invalid authentication token format' },
    {
      stored: JSON.stringify({ token: 'abc', expires_at: 999_999 }),
      reason: 'Token validation failed',
      cause: 'Authentication token has expired',
    },
    { stored: JSON.stringify({ token: 'abc', expires_at: 1_119_999 }), reason: 'Token expiring soon' },
  ];
  it.each(reasons)('is refused with "$reason" and ends the session ($stored)', ({ stored, reason, cause }) => {
    const { session, endings } = aBrowser(stored ? { token: stored } : {});
    const refused = cause ? { reason, cause: expect.objectContaining({ message: cause }) } : { reason };
    expect(() => session.requireToken()).toThrow(expect.objectContaining(refused));
    expect(endings()).toBe(1);
  });

  it('is refused for a second after the session ended', () => {
    const { session, clock } = aBrowser();
    session.signIn(anHour, 'ada');
    session.end();
    expect(() => session.requireToken()).toThrow(
      expect.objectContaining({ reason: 'Session expired - redirecting to login' }),
    );
    clock.now += 1_000;
    expect(() => session.requireToken()).toThrow(expect.objectContaining({ reason: 'No valid token available' }));
  });

  it('works again right after signing in', () => {
    const { session } = aBrowser();
    session.end();
    session.signIn(anHour, 'ada');
    expect(session.requireToken()).toBe('abc');
  });
});

describe('active users', () => {
  function aBrowserThatRefreshes() {
    const browser = aBrowser();
    let asked = 0;
    const fresh = Promise.resolve({ access_token: 'fresh', expires_in: 3_600 });
    browser.session.start(() => {
      asked += 1;
      return fresh;
    });
    browser.session.signIn(anHour, 'ada');
    return { ...browser, asked: () => asked, fresh };
  }

  it('get a new token once less than half of its life is left', async () => {
    const { session, clock, tick, asked, fresh, endings } = aBrowserThatRefreshes();
    clock.now += 30 * MINUTE;
    session.touch();
    tick();
    expect(asked()).toBe(0);
    clock.now += 1;
    tick();
    tick();
    await fresh;
    await Promise.resolve();
    expect([asked(), session.token()]).toEqual([1, 'fresh']);
    clock.now += 45 * MINUTE;
    tick();
    expect(endings()).toBe(0);
  });

  it('are those who used pointer or key within five minutes', () => {
    const { session, clock, tick, asked } = aBrowserThatRefreshes();
    clock.now += 40 * MINUTE;
    tick();
    expect(asked()).toBe(0);
    session.touch();
    tick();
    expect(asked()).toBe(1);
  });

  it('stay logged out when they log out during a refresh', async () => {
    const { session, clock, tick, fresh } = aBrowserThatRefreshes();
    clock.now += 40 * MINUTE;
    session.touch();
    tick();
    session.signOut();
    await fresh;
    await Promise.resolve();
    expect(session.phase()).toBe('signed-out');
  });
});
