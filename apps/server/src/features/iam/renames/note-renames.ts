import type { RenameDecision } from '@key2xs/contract';
import type { Rename } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Tx } from '#platform/deps';
import { type NewSourceEvent, noteSourceEvent, noteSourceEvents } from '../../source-events/service';

const maxMovesNamed = 3;

const movesOf = ({ flows }: Rename): string[] => flows.map(({ from, to }) => `${from} → ${to}`);

type Of = Pick<NewSourceEvent, 'connection_id' | 'actor_name' | 'task_id' | 'change_set_id'>;

/** Notes among the events of a source what seems to be renamed and has no decision. */
export async function noteFound(tx: Tx, of: Of, found: readonly Rename[]): Promise<void> {
  if (found.length === 0) return;
  const moves = found.flatMap(movesOf).slice(0, maxMovesNamed);
  const sentence = say('sourceEvent.renameFound', { count: found.length, moves });
  await noteSourceEvent(tx, { ...of, kind: 'rename.found', sentence });
}

type Decided = { row: { content: Rename }; decision: RenameDecision | null };

/** Notes what was decided about findings; of one whose decision was taken back, that it seems to be renamed. */
export async function noteDecided(tx: Tx, of: Of, decided: readonly Decided[]): Promise<void> {
  const events = decided.flatMap(({ row, decision }): NewSourceEvent[] => {
    if (decision === null) return [];
    const sentence = say(`sourceEvent.renameDecided.${decision}`, { moves: movesOf(row.content) });
    return [{ ...of, kind: 'rename.decided', sentence }];
  });
  await noteSourceEvents(tx, events);
  const reopened = decided.filter(({ decision }) => decision === null);
  await noteFound(
    tx,
    of,
    reopened.map(({ row }) => row.content),
  );
}
