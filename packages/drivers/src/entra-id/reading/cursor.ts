import { createHash } from 'node:crypto';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import { CursorExpired } from '../../called-source-driver';
import { EntraError } from '../entra-error';

const Feed = z.enum(['users', 'groups']);
export type Feed = z.infer<typeof Feed>;

const Cursor = z.object({
  v: z.literal(1),
  /** What was asked for when the reading began. Other attributes have another beginning. */
  asked: z.string(),
  feed: Feed,
  /** Where the feed goes on; missing where it begins. */
  at: z.string().optional(),
  /** Everything is read: nothing that is missing was told before. */
  whole: z.boolean(),
  pages: z.int().nonnegative(),
  /** A page of this feed that was passed; met again, it is a loop. */
  mark: z.string().optional(),
  /** Where each feed that has come to its end is read on from later. */
  users: z.string().optional(),
  groups: z.string().optional(),
});
export type Cursor = z.infer<typeof Cursor>;

export const startOf = (asked: string): Cursor => ({ v: 1, asked, feed: 'users', whole: true, pages: 0 });

export const writeCursor = (cursor: Cursor): string => JSON.stringify(cursor);

/** @throws CursorExpired where it was made for something else than is asked for now, or by another version of this driver */
export function readCursor(text: string, asked: string): Cursor {
  const read = Cursor.safeParse(parsed(text));
  if (!read.success || read.data.asked !== asked) throw new CursorExpired('the mapping is not the one it began with');
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A million people in pages of ten. */
const mostPages = 100_000;

/**
 * The cursor after a page that is followed by another. However long a circle of pages is, it is found: the mark moves to the
 * page just read whenever twice as many have been read as at its last move, so in the end it stands within the circle and is
 * met again.
 * @throws EntraError bad_answer
 */
export function onward(cursor: Cursor, next: string): Cursor {
  const pages = cursor.pages + 1;
  const place = createHash('sha256').update(next).digest('base64url');
  if (next === cursor.at || place === cursor.mark)
    throw new EntraError('bad_answer', { detail: say('entraCase.loop') });
  if (pages >= mostPages) {
    throw new EntraError('bad_answer', { detail: say('entraCase.tooManyPages', { most: mostPages }) });
  }
  const moves = (pages & (pages - 1)) === 0;
  return { ...cursor, at: next, pages, ...(moves && { mark: place }) };
}

/** The cursor after the last page of a feed: of the next feed, or of the end of all. */
export function pastFeed(cursor: Cursor, later: string, hasGroups: boolean): { more: Cursor } | { end: Cursor } {
  const { mark: _, at: __, ...rest } = cursor;
  if (cursor.feed === 'users' && hasGroups) {
    const groups: Cursor = { ...rest, users: later, feed: 'groups', pages: 0 };
    return { more: cursor.groups === undefined ? groups : { ...groups, at: cursor.groups } };
  }
  const ended = cursor.feed === 'users' ? { ...rest, users: later } : { ...rest, groups: later };
  const { users } = ended;
  const begin: Cursor = { ...ended, feed: 'users', whole: false, pages: 0 };
  return { end: users === undefined ? begin : { ...begin, at: users } };
}
