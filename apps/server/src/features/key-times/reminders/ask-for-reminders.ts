import type { Input, keyReminders, Output } from '@key2xs/contract';
import { dayIn } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { selectIds } from '../change-times';
import { readPolicy } from '../policy';
import { loadTimes } from '../service';
import { type Addressed, findAddressed, findReturns, groupByAddress } from './addressees';
import { emitReturns } from './emit-returns';
import { saveReminder } from './save-reminder';

/**
 * Reminds now, whatever the policy says of days and quiet times, but for one mail a day to an address.
 * @throws AppError conflict without a mail server, or where no one would be reminded; not_found
 */
export function askForReminders(
  { deps, caller }: { deps: Deps; caller: Caller },
  { selection, to }: Input<typeof keyReminders.ask>['body'],
): Promise<Output<typeof keyReminders.ask>> {
  if (!deps.mailer) throw new AppError('conflict', say('mail.notConfigured'));
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    const ids = await selectIds(deps, reader, selection);
    const keys = await loadTimes(reader, ids);
    if ('ids' in selection && keys.length < new Set(ids).size) throw notFound('key');
    const now = deps.clock();
    const { reminders: policy, time_zone } = await readPolicy(tx);
    const day = dayIn(time_zone, now);
    const areTheKeys = sql<boolean>`standing.key_id = any(${keys.map(({ id }) => id)}::uuid[])`;
    const addressed: Addressed[] = [];
    for (const audience of new Set(to)) {
      const when = { keys: keys.map(({ id }) => id) };
      addressed.push(...(await findReturns(reader, { policy, audience, now, when })));
      addressed.push(...(await findAddressed(reader, { policy, audience, areTheKeys })));
    }
    const saving = { deps, day, now, askedBy: caller.name };
    const reminded = new Map<string, { marking: string; to: Set<string> }>();
    const asked: Addressed[] = [];
    let mails = 0;
    for (const group of groupByAddress(addressed)) {
      if (!(await saveReminder(tx, saving, group))) continue;
      mails += 1;
      asked.push(...group);
      for (const { key_id, marking, audience } of group) {
        const known = reminded.get(key_id) ?? { marking, to: new Set() };
        reminded.set(key_id, { marking, to: known.to.add(audience) });
      }
    }
    const lasting = await listEndless(
      tx,
      keys.map(({ id }) => id),
    );
    const found = new Set(addressed.map(({ key_id }) => key_id));
    const no_end = lasting.filter((id) => !found.has(id)).length;
    const outcome = {
      ...{ mails, keys: reminded.size, today: found.size - reminded.size, no_end },
      no_address: keys.length - no_end - found.size,
    };
    if (mails === 0) throw new AppError('conflict', refusalOf(outcome));
    const events = [...reminded].map(([id, { marking, to: audiences }]) => ({
      id,
      details: { marking, to: [...audiences].sort() },
    }));
    await recordEvents(tx, caller, 'key.reminder_requested', events);
    await emitReturns(tx, asked, { happening: 'reminder_requested', actor_name: caller.name });
    return outcome;
  });
}

async function listEndless(tx: Parameters<typeof readPolicy>[0], ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from known_key
    where key_id = any(${ids}::uuid[]) and (not has_clock or ends_at is null)`.execute(tx);
  return rows.map(({ key_id }) => key_id);
}

const refusalOf = ({ today, no_end, no_address }: Record<'today' | 'no_end' | 'no_address', number>) =>
  today > 0
    ? say('keyReminder.today')
    : no_address > 0
      ? say('keyReminder.noAddress')
      : no_end > 0
        ? say('keyReminder.noEnd')
        : say('keyReminder.noKeys');
