import { type IdentitySourceDriver, SourceUnreadable } from '@key2xs/drivers';
import { say } from '@key2xs/texts';

const unreadable = (text: string) => new SourceUnreadable(say('asWritten', { text }));

/** A fake identity source: entries in memory, read two at a time. Each closing of the book creates a new position. */
export class AddressBook {
  private readonly editions: (readonly string[][])[] = [];

  close(entries: readonly string[][]): void {
    this.editions.push(entries);
  }

  readonly driver: IdentitySourceDriver = {
    probe: async ({ configuration }) => {
      const edition = this.editions.at(-1);
      if (configuration.shelf !== 'b') throw unreadable('Say on which shelf the address book stands.');
      if (!edition) throw unreadable('Close the address book first.');
      return { position: String(this.editions.length - 1), people: null };
    },
    describe: async (_, position) => {
      if (!this.editions[Number(position)]) throw unreadable('The address book was thrown away.');
      return ['Number', 'Who', 'Where'];
    },
    lacks: (columns) => say('asWritten', { text: `Write ${columns.join()} into the address book.` }),
    read: (_, position) => this.pages(this.editions[Number(position)] ?? []),
  };

  private async *pages(edition: readonly string[][]) {
    for (let at = 0; at < edition.length; at += 2) {
      yield edition.slice(at, at + 2).map((values, next) => ({ row: at + next + 1, values }));
    }
  }
}
