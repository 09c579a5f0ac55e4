import type { Subject, Timetable, TimetablePause, TimetableUpdate } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import type { Reader } from '#platform/visible-to';
import { noteSourceEvent } from '../source-events/service';
import { presentTimetable } from './present';
import {
  blankTimetable,
  type ConnectionFacts,
  ensureTimetable,
  findFacts,
  findTimetable,
  saveTimetable,
  type TimetableRow,
} from './queries';
import { refuseTimetable } from './service';
import { isPaused, regularNext } from './status';

const nouns = { iam_connection: 'identity_source', key_system_connection: 'key_system' } as const;

/** @throws AppError not_found */
export async function getTimetable(deps: Deps, reader: Reader, subject: Subject): Promise<Timetable> {
  const facts = await getFacts(reader, subject);
  const row = (await findTimetable(reader.db, subject.id)) ?? blankTimetable(subject);
  return presentTimetable({ row, facts, now: await deps.databaseClock(reader.db) }, reader.language);
}

async function getFacts(reader: Reader, subject: Subject): Promise<ConnectionFacts> {
  const facts = await findFacts(reader, subject);
  if (!facts) throw notFound(nouns[subject.table]);
  return facts;
}

/** The caller and the connection of a change. */
export type Changing = {
  deps: Deps;
  reader: Reader;
  caller: Caller;
  subject: Subject;
  expectedVersion: number | undefined;
};

/** @throws AppError not_found, version_conflict, validation_failed where nothing can be called */
export const changeTimetable = (changing: Changing, body: TimetableUpdate): Promise<Timetable> =>
  change(changing, async (tx, { row, facts, deps, caller }) => {
    refuseTimetable(facts.provider, body.sync_interval);
    const { sync_interval, windows, time_zone } = row;
    const saved = await saveTimetable(tx, row, {
      sync_interval: body.sync_interval,
      windows: JSON.stringify(body.windows),
      time_zone: body.time_zone,
      next_run_at: regularNext(body, await deps.databaseClock(tx)),
      refusal: null,
    });
    const details = { name: facts.name, before: { sync_interval, windows, time_zone }, after: body };
    await recordEvent(tx, caller, 'timetable.updated', { id: row.subject_id, details });
    await noteChange(tx, caller, row, say('sourceEvent.timetable'));
    return saved;
  });

/** @throws AppError not_found, version_conflict, conflict where nothing runs, validation_failed for an end that has passed */
export const pauseTimetable = (changing: Changing, { reason, until }: TimetablePause): Promise<Timetable> =>
  change(changing, async (tx, { row, facts, deps, caller }) => {
    if (row.sync_interval === 'disabled') throw new AppError('conflict', say('timetable.nothingToPause'));
    const now = await deps.databaseClock(tx);
    if (until !== null && new Date(until) <= now) throw invalidField('until', say('timetable.pauseIsPast'));
    const saved = await saveTimetable(tx, row, {
      paused_at: now,
      paused_until: until,
      paused_by: caller.name,
      pause_reason: reason,
    });
    await recordEvent(tx, caller, 'timetable.paused', {
      id: row.subject_id,
      details: { name: facts.name, reason, until },
    });
    await noteChange(tx, caller, row, say('sourceEvent.paused', { reason }));
    return saved;
  });

/** What was due during the pause is not made up. @throws AppError not_found, version_conflict, conflict where nothing is paused */
export const resumeTimetable = (changing: Changing): Promise<Timetable> =>
  change(changing, async (tx, { row, facts, deps, caller }) => {
    if (!isPaused(row, await deps.databaseClock(tx))) throw new AppError('conflict', say('timetable.notPaused'));
    const saved = await saveTimetable(tx, row, {
      paused_at: null,
      paused_until: null,
      paused_by: null,
      pause_reason: null,
      next_run_at: regularNext(row, await deps.databaseClock(tx)),
    });
    await recordEvent(tx, caller, 'timetable.resumed', { id: row.subject_id, details: { name: facts.name } });
    await noteChange(tx, caller, row, say('sourceEvent.resumed'));
    return saved;
  });

/** Of an identity source; key systems have no history of their own. */
async function noteChange(tx: Tx, caller: Caller, row: TimetableRow, sentence: Sentence): Promise<void> {
  const connection_id = row.iam_connection_id;
  if (connection_id === null) return;
  await noteSourceEvent(tx, { connection_id, kind: 'connection.updated', sentence, actor_name: caller.name });
}

type Held = { row: TimetableRow; facts: ConnectionFacts; deps: Deps; caller: Caller };

function change(
  { deps, reader, caller, subject, expectedVersion }: Changing,
  work: (tx: Tx, held: Held) => Promise<TimetableRow>,
): Promise<Timetable> {
  return deps.db.transaction().execute(async (tx) => {
    const inside = { ...reader, db: tx };
    const facts = await getFacts(inside, subject);
    const row = await ensureTimetable(tx, subject);
    refuseOtherVersion(row.version, expectedVersion, say('timetable.changed'));
    const saved = await work(tx, { row, facts, deps, caller });
    return presentTimetable({ row: saved, facts, now: await deps.databaseClock(tx) }, reader.language);
  });
}
