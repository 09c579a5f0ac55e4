import { type IdentitySourceDriver, SourceUnreadable } from '@key2xs/drivers';

/** A made-up identity source: entries in memory, read two at a time. Each closing of the book is a position of its own. */
export class AddressBook {
  private readonly editions: (readonly string[][])[] = [];

  close(entries: readonly string[][]): void {
    this.editions.push(entries);
  }

  readonly driver: IdentitySourceDriver = {
    noun: 'address book',
    probe: async ({ configuration }) => {
      const edition = this.editions.at(-1);
      if (configuration.shelf !== 'b') throw new SourceUnreadable('Say on which shelf the address book stands.');
      if (!edition) throw new SourceUnreadable('Close the address book first.');
      return { position: String(this.editions.length - 1), people: null };
    },
    describe: async (_, position) => {
      if (!this.editions[Number(position)]) throw new SourceUnreadable('The address book was thrown away.');
      return ['Number', 'Who', 'Where'];
    },
    read: (_, position) => this.pages(this.editions[Number(position)] ?? []),
  };

  private async *pages(edition: readonly string[][]) {
    for (let at = 0; at < edition.length; at += 2) {
      yield edition.slice(at, at + 2).map((values, next) => ({ row: at + next + 1, values }));
    }
  }
}
