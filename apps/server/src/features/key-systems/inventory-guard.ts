import { InventoryLoss } from '@key2xs/contract';
import { losesTooMuch } from '@key2xs/domain';
import { TaskFailed } from '../tasks/service';
import type { Reading } from './inventory-cursor';
import { listsHeldKeys } from './inventory-held-keys';
import type { Difference } from './mirror';

/** Lists that never become much shorter by themselves, unlike that of jobs. */
const words: Record<InventoryLoss['list'], string> = {
  cylinder_groups: 'cylinder groups',
  cylinders: 'cylinders',
  persons: 'persons',
  keys: 'keys',
};

/**
 * Stops a read over a list that has lost too much to be believed, say because the key system is being restored, unless
 * somebody has accepted that it is so short. Nothing of the list has been written by then.
 * Keys by their holders are not guarded: they become fewer when some are handed in.
 * @throws TaskFailed
 */
export async function guardList(reading: Reading, name: string, difference: Difference): Promise<void> {
  const { run, row, cursor } = reading;
  const list = InventoryLoss.shape.list.safeParse(name).data;
  if (list === undefined || (list === 'keys' && listsHeldKeys(reading))) return;
  const loss = { list, ...lossOf(difference) };
  const { accepted } = cursor;
  const isAccepted = accepted?.list === list && loss.listed >= accepted.listed;
  if (isAccepted || !losesTooMuch(loss)) return;
  await run.deps.db
    .updateTable('key_system_connection')
    .set({ inventory_loss: JSON.stringify(loss) })
    .where('id', '=', row.id)
    .execute();
  throw new TaskFailed(
    `${explain(loss)} Nothing of them was changed here. Check the key system and read again; ` +
      'if it is right, accept the loss where its inventory is shown.',
  );
}

function lossOf({ listed, gone, toWrite }: Difference): Omit<InventoryLoss, 'list'> {
  const added = toWrite.filter(({ isNew }) => isNew).length;
  return { known: gone.length + listed - added, gone: gone.length, listed };
}

const explain = ({ list, known, gone, listed }: InventoryLoss): string =>
  listed === 0
    ? `The key system lists no ${words[list]} any more; ${known} were known.`
    : `The key system lists ${listed} ${words[list]}, and ${gone} of the ${known} that were known are gone.`;
