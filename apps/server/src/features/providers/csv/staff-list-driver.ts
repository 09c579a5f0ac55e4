import { type IdentitySourceDriver, SourceUnreadable } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import type { Db } from '#platform/deps';
import { readCsv } from './read-csv';
import { findLatestStaffList, findStaffList, readStaffList } from './staff-list-store';

/** The latest staff list as a source. A position is a list's id. */
export const staffListDriver = (db: Db): IdentitySourceDriver => ({
  async probe({ connectionId }) {
    const list = await findLatestStaffList(db, connectionId);
    if (!list) throw new SourceUnreadable(say('task.uploadListFirst'));
    return { position: list.id, people: list.rows };
  },
  describe: async (_, position) => (await columnsOf(db, position)).map(({ name }) => name),
  sampleColumns: (_, position) => columnsOf(db, position),
  lacks: (columns) => say('task.columnsMissing', { columns }),
  async *read(_, position) {
    let isHeader = true;
    for await (const rows of readCsv(readStaffList(db, position))) {
      yield rows.slice(isHeader ? 1 : 0).map(({ line, cells }) => ({ row: line, values: cells }));
      isHeader = false;
    }
  },
});

async function columnsOf(db: Db, position: string) {
  const list = await findStaffList(db, position);
  if (!list) throw new SourceUnreadable(say('task.listIsGone'));
  return list.columns;
}
