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
/** A page written by a test; its cursor derives from its position by default. */
export type ScriptedPage = { people?: People; groups?: Groups; cursor?: SourcePage['cursor'] };

/** A person in the data of the source. */
export const calledPerson = (id: string, values: Record<string, string | null> = {}): CalledPerson => ({
  id,
  values: { name: `Person ${id}`, unit: 'Ward', ...values },
});

/**
 * A fake called source in memory, with pages written by a test. `full` is the complete read; each further script holds the
 * changes since, once.
 */
export class Pager {
  full: readonly ScriptedPage[] = [{}];
  private readonly changes: (readonly ScriptedPage[])[] = [];
  /** The requested cursors; undefined for the start. */
  readonly asked: (string | undefined)[] = [];
  readonly seen: CalledSourceAccess[] = [];
  /** Errors thrown instead of the next answers, in order; undefined for an answer. */
  readonly failures: (Error | undefined)[] = [];
  people = new Map<string, CalledPerson>();
  /** The single reads, with their attributes. */
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
    const answer = pages[page];
    if (!answer) throw new SourceUnreadable(say('asWritten', { text: 'There is no such page.' }));
    const next = Math.min(this.changes.length, script === 0 ? this.changes.length : script) + 1;
    const isLast = page === pages.length - 1;
    const follows = isLast
      ? { end: `${script === 0 ? this.changes.length + 1 : next}.0` }
      : { more: `${script}.${page + 1}` };
    return { people: answer.people ?? [], groups: answer.groups ?? [], cursor: answer.cursor ?? follows };
  }
}
