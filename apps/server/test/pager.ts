import {
  type CalledGroup,
  type CalledPerson,
  type CalledSourceAccess,
  type CalledSourceDriver,
  CursorExpired,
  type GoneFromSource,
  type SourcePage,
  SourceUnreadable,
} from '@key2xs/drivers';
import { say } from '@key2xs/texts';

type People = readonly (CalledPerson | GoneFromSource)[];
type Groups = readonly (CalledGroup | GoneFromSource)[];
/** A page as a test writes it; its cursor follows from where it stands, unless it says otherwise. */
export type ScriptedPage = { people?: People; groups?: Groups; cursor?: SourcePage['cursor'] };

/** Somebody as the source tells them. */
export const told = (id: string, values: Record<string, string | null> = {}): CalledPerson => ({
  id,
  values: { name: `Person ${id}`, unit: 'Ward', ...values },
});

/**
 * A made-up source that is called: in memory, its pages written by a test. `full` is told from the start; each further
 * script is what has changed since, once.
 */
export class Pager {
  full: readonly ScriptedPage[] = [{}];
  private readonly changes: (readonly ScriptedPage[])[] = [];
  /** Cursors that were asked for; undefined for the start. */
  readonly asked: (string | undefined)[] = [];
  readonly seen: CalledSourceAccess[] = [];
  /** Thrown in place of the next answers, in order; undefined answers. */
  readonly failures: (Error | undefined)[] = [];
  people = new Map<string, CalledPerson>();
  /** Who was asked for alone, and for what of them. */
  readonly askedFor: { id: string; attributes: readonly string[] }[] = [];
  private expired = false;

  tell(...pages: ScriptedPage[]): void {
    this.changes.push(pages);
  }

  expire(): void {
    this.expired = true;
  }

  /** How often the source was read from its start. */
  get starts(): number {
    return this.asked.filter((cursor) => cursor === undefined).length;
  }

  readonly driver: CalledSourceDriver = {
    probe: async () => ({ people: null }),
    attributes: async () => ['name', 'unit', 'enabled', 'number', 'hired', 'leaving'],
    readPage: async (access, cursor) => {
      this.seen.push(access);
      this.asked.push(cursor);
      const failure = this.failures.shift();
      if (failure) throw failure;
      return this.pageAt(cursor);
    },
    readPerson: async ({ attributes }, id) => {
      this.askedFor.push({ id, attributes });
      return this.people.get(id) ?? { id, gone: 'restorable' };
    },
    lacks: (names) => say('asWritten', { text: `Tell ${names.join()} too.` }),
  };

  /** A cursor is `script.page`; script 0 is the full one. */
  private pageAt(cursor = '0.0'): SourcePage {
    if (this.expired && !cursor.startsWith('0.')) {
      this.expired = false;
      throw new CursorExpired();
    }
    const [script = 0, page = 0] = cursor.split('.').map(Number);
    const pages = script === 0 ? this.full : (this.changes[script - 1] ?? [{}]);
    const told = pages[page];
    if (!told) throw new SourceUnreadable(say('asWritten', { text: 'There is no such page.' }));
    const next = Math.min(this.changes.length, script === 0 ? this.changes.length : script) + 1;
    const isLast = page === pages.length - 1;
    const follows = isLast
      ? { end: `${script === 0 ? this.changes.length + 1 : next}.0` }
      : { more: `${script}.${page + 1}` };
    return { people: told.people ?? [], groups: told.groups ?? [], cursor: told.cursor ?? follows };
  }
}
