import { InventoryLoss } from '@key2xs/contract';
import { losesTooMuch } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { Difference } from '#features/recorded/service';
import { TaskFailed } from '#features/tasks/service';
import type { Db } from '#platform/deps';
import type { InventoryCursor, Reading } from './inventory-cursor';
import { listsHeldKeys } from './inventory-held-keys';

/**
 * Stops a read over a list that has lost too much to be believed, unless a person has accepted this loss.
 * Keys by their holders are not guarded: they become fewer when some are handed in.
 * @throws TaskFailed
 */
export async function guardList(reading: Reading, name: string, difference: Difference): Promise<void> {
  const { run, row, cursor } = reading;
  const list = InventoryLoss.shape.list.safeParse(name).data;
  if (list === undefined || (list === 'keys' && listsHeldKeys(reading))) return;
  const loss = { list, ...lossOf(difference) };
  if (!isAccepted(loss, cursor.accepted)) await refuseLoss(run.deps.db, row.id, { loss, retry: 'read again' });
}

/**
 * Stops a run that has found too little of a list to be believed, say because the key system is being restored, and notes
 * the loss for a person to decide on. Comes before anything of the list is written, and not in a transaction, which
 * would take the note along when it fails.
 * @throws TaskFailed
 */
export async function refuseLoss(
  db: Db,
  connectionId: string,
  { loss, retry }: { loss: InventoryLoss; retry: 'read again' | 'sync again' },
): Promise<void> {
  if (!losesTooMuch(loss)) return;
  await db
    .updateTable('key_system_connection')
    .set({ inventory_loss: JSON.stringify(loss) })
    .where('id', '=', connectionId)
    .execute();
  throw new TaskFailed(
    say('several', {
      sentences: [
        explain(loss),
        say('task.nothingChanged'),
        say(retry === 'read again' ? 'task.lossReadAgain' : 'task.lossSyncAgain'),
      ],
    }),
  );
}

/** As many as were accepted may be listed and yet be others: those that are gone count too. */
const isAccepted = ({ list, listed, gone }: InventoryLoss, accepted: InventoryCursor['accepted']): boolean =>
  accepted?.list === list && listed >= accepted.listed && gone <= (accepted.gone ?? gone);

export function lossOf({ listed, gone, toWrite }: Difference): Omit<InventoryLoss, 'list'> {
  const added = toWrite.filter(({ isNew }) => isNew).length;
  return { known: gone.length + listed - added, gone: gone.length, listed };
}

function explain({ list, known, gone, listed }: InventoryLoss): Sentence {
  const records = say(`task.records.${list}`);
  return listed === 0
    ? say('task.listsNone', { records, known })
    : say('task.listsFewer', { records, listed, gone, known });
}
