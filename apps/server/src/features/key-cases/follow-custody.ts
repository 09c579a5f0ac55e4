import { sql } from 'kysely';
import type { Caller, Deps, Tx } from '#platform/deps';
import { on, type Subscriber } from '#platform/events/subscriber';
import { asProduct } from '#platform/visible-to';
import { contentsChanged } from '../effective-access/events';
import { restoreKeyAccess } from '../key-access/service';
import { custodyChanged } from '../key-desk/events';
import { returnReminded } from '../key-times/events';
import { keysOf } from '../keys/relation';
import { taskEnded } from '../tasks/events';
import { addEntry, beginCase, endCase } from './case-events';
import { endHandedOut } from './joiner-cases';
import { settleMoves } from './mover-cases';
import { addDoors, restoreValidity, secureKey, settleLoss } from './secure-key';

type OpenCase = { id: string; kind: string; is_same_holder: boolean; is_replacement: boolean };

/** Opens and ends cases as keys are reported lost or broken, found, repaired and returned, wherever that is said. */
export const caseSubscriber = (deps: Deps): Subscriber => ({
  name: 'key-cases',
  handlers: [
    on(custodyChanged, async (tx, { payload: { key_id, happening, actor_name, reason: note } }) => {
      const caller: Caller = { actor: undefined, name: actor_name, request_id: null, sign: deps.signEvent };
      const desk = { deps, caller };
      if (happening === 'handed_out' || happening === 'transferred' || happening === 'recorded')
        await endHandedOut(tx, deps, { keyId: key_id, actor_name });
      const open = await holdOpenCases(tx, key_id);
      const own = open.find(({ is_replacement }) => !is_replacement);
      const end = (id: string, outcome: Parameters<typeof endCase>[2]['outcome']) =>
        endCase(tx, deps, { id, outcome, note, actor_name });
      switch (happening) {
        case 'reported_lost': {
          if (own?.kind === 'lost') return;
          const id = own?.id ?? (await beginCase(tx, deps, { key_id, kind: 'lost', note, actor_name }));
          if (id === null) return;
          if (own) {
            await tx.updateTable('key_case').set({ kind: 'lost' }).where('id', '=', id).execute();
            await addEntry(tx, deps, { case_id: id, happening: 'became_lost', note, actor_name });
          }
          return secureKey(tx, desk, { case_id: id, key_id, reason: note });
        }
        case 'reported_broken':
          if (!own) await beginCase(tx, deps, { key_id, kind: 'broken', note, actor_name });
          return;
        case 'found':
          if (own?.kind !== 'lost') return;
          await settleLoss(tx, desk, { case_id: own.id, reason: note });
          return end(own.id, 'found');
        case 'repaired':
          if (own?.kind === 'broken') await end(own.id, 'repaired');
          return;
        case 'retired':
          if (own?.kind === 'broken') await end(own.id, 'written_off');
          return;
        case 'returned':
        case 'transferred':
        case 'recorded':
          if (own && !own.is_same_holder && ['return', 'forgotten', 'mover'].includes(own.kind)) {
            if (own.kind === 'return') await restoreValidity(tx, desk, { case_id: own.id, reason: note });
            await end(own.id, 'returned');
          }
          for (const { id, kind, is_replacement } of open)
            if (is_replacement && kind === 'forgotten' && happening === 'returned') {
              await restoreKeyAccess(tx, desk, { key_id, case_id: id, reason: note ?? '' });
              await end(id, 'returned');
            }
          return;
      }
    }),
    on(returnReminded, async (tx, { payload: { case_id, happening, to: reminded, actor_name } }) => {
      // Its screen reads the case again by the version.
      const { numUpdatedRows } = await tx
        .updateTable('key_case')
        .set((q) => ({ version: q('version', '+', 1) }))
        .where('id', '=', case_id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await addEntry(tx, deps, { case_id, happening, reminded, actor_name });
    }),
    // What a lost key opens may become known later: then there is more to decide.
    on(contentsChanged, async (tx, { payload: { connection_id } }) => {
      const { rows } = await sql<{ case_id: string; key_id: string }>`
        select key_case.id as case_id, key.id as key_id from key_case
        join ${keysOf(asProduct(tx))} on key.id = key_case.key_id
        where kind = 'lost' and closed_at is null and key.connection_id = ${connection_id} order by key_case.id`.execute(
        tx,
      );
      for (const lost of rows) await addDoors(tx, deps, lost);
      await settleMoves(tx, deps, connection_id);
    }),
    // Who has which key may have been recorded in the key system itself.
    on(taskEnded, async (tx, { payload: { kind, error } }) => {
      if (kind === 'inventory' && error === null) await endHandedOut(tx, deps, { actor_name: null });
    }),
  ],
});

/** Of the key itself, and of keys that it replaces. */
async function holdOpenCases(tx: Tx, keyId: string): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    select one.id, one.kind, one.key_id <> ${keyId} as is_replacement,
      standing.person_id is not distinct from one.person_id
        and (one.person_id is not null or standing.holder_identity is not distinct from one.holder_identity) as is_same_holder
    from key_case as one join key_standing as standing on standing.key_id = one.key_id
    where one.closed_at is null and (one.key_id = ${keyId} or one.replacement_key_id = ${keyId})
    order by one.id for update of one`.execute(tx);
  return rows;
}
