import type { Input, locations } from '@key2xs/contract';
import { compareText } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { holdPlacings, placeCylinders } from '#features/doors/service';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asCaller, asProduct } from '#platform/visible-to';
import { endDecisions, saveDecisions } from '../decisions/service';
import { placeByText } from './propose';
import { countWaiting, differs, holdTree } from './queries';

type Decision = Input<typeof locations.decideDifferences>['body'];

/** @throws AppError conflict when a text has changed since it was shown, or has been decided meanwhile */
export async function decideDifferences(
  deps: Deps,
  caller: Caller,
  { decision, cylinders }: Decision,
): Promise<{ decided: number; made: number }> {
  const shown = new Map(cylinders.map(({ id, text }) => [id, text]));
  return deps.db.transaction().execute(async (tx) => {
    await holdTree(tx);
    const found = await holdPlacings(asCaller(tx, caller), [...shown.keys()]);
    const isOpen = ({ id, location, placed_by, placed_text }: (typeof found)[number]) =>
      location === shown.get(id) && compareText({ id, text: location, placed_by, placed_text }) === 'differs';
    if (found.length < shown.size || !found.every(isOpen)) throw new AppError('conflict', say('location.textStale'));
    const texts = found.map(({ id, location }) => ({ id, text: location }));
    const made = decision === 'take_over' ? await placeByText(tx, deps, texts) : [];
    if (decision === 'keep') {
      const kept = found.map(({ id, location_id, location }) => ({ id, location_id, placed_text: location }));
      await placeCylinders(
        tx,
        kept.map((one) => ({ ...one, placed_by: 'text' as const })),
      );
    }
    const about = { subject: 'cylinder_location', ids: found.map(({ id }) => id) } as const;
    const by = { by: caller.name, at: deps.clock() };
    await endDecisions(tx, { ...about, ...by }); // of an earlier text
    await saveDecisions(tx, { ...about, choice: decision, ...by });
    const details = found.map(({ marking, placed_text, location }) => ({
      marking,
      before: placed_text,
      after: location,
    }));
    await recordEvent(tx, caller, 'location.differences_decided', { details: { decision, made, cylinders: details } });
    return { decided: found.length, made: made.length };
  });
}

/**
 * Compares location texts after a read of the inventory: another spelling is stored, new texts become proposals, changed texts
 * wait for a decision. Places and moves nothing.
 */
export async function compareLocations(
  tx: Tx,
  connectionId: string,
): Promise<{ proposed: number; differences: number }> {
  const changed = await tx
    .selectFrom('cylinder')
    .select(['id', 'location as text', 'location_id', 'placed_by', 'placed_text'])
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .where(differs)
    .execute();
  const respelled = changed.filter((cylinder) => compareText(cylinder) === 'respelled');
  await placeCylinders(
    tx,
    respelled.map(({ id, location_id, placed_by, text }) => ({ id, location_id, placed_by, placed_text: text })),
  );
  const { proposed, differences } = await countWaiting(asProduct(tx), connectionId); // what a reading means for all
  return { proposed, differences };
}
