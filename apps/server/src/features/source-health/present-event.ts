import {
  canonicalFields,
  columnOf,
  type FieldSource,
  Mapping,
  RenameDecision,
  type SourceEvent,
  SourceEventKind,
} from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { z } from 'zod';
import type { Reader } from '#platform/visible-to';
import type { EventRow } from './list-events';

/** As a caller is shown it. */
export function presentEvent(row: EventRow, { language }: Reader): SourceEvent {
  const { id, at, actor, source_ip, task_id, change_set_id } = row;
  const kind = kindOf(row);
  return {
    id,
    kind,
    at: at.toISOString(),
    message: renderSentence(sentenceOf(kind, row), language),
    actor,
    source_ip,
    task_id,
    change_set_id,
    changes: kind === 'mapping.changed' ? changesOf(row) : [],
  };
}

/** Audit actions as kinds of events; the other records name their kind. */
const kinds: Record<string, SourceEventKind> = {
  'iam_connection.created': 'connection.created',
  'iam_connection.updated': 'connection.updated',
  'iam_connection.mapped': 'mapping.changed',
  'source_credential.added': 'credential.added',
  'source_credential.activated': 'credential.rotated',
  'source_credential.removed': 'credential.removed',
  'timetable.updated': 'connection.updated',
  'timetable.paused': 'connection.updated',
  'timetable.resumed': 'connection.updated',
};

function kindOf({ what, details }: EventRow): SourceEventKind {
  const isActive = Updated.safeParse(details).data?.change.is_active;
  if (what === 'iam_connection.updated' && isActive !== undefined) {
    return isActive ? 'connection.activated' : 'connection.deactivated';
  }
  return kinds[what] ?? SourceEventKind.parse(what);
}

const Updated = z.object({ change: z.object({ is_active: z.boolean().optional() }) });
const Counts = z.object({ counts: z.record(z.string(), z.number()) });
const Ended = z.object({ result: z.object({ outcome: z.string(), ...Counts.shape }).nullable() });
const Begun = z.object({ run_kind: z.string().nullable(), dry_run: z.boolean() });
const OfValue = z.object({ value: z.string(), reason: z.string().nullish() });
const Paused = z.object({ reason: z.string() });
const Added = z.object({ kind: z.enum(['secret', 'certificate']) });

function sentenceOf(kind: SourceEventKind, row: EventRow): Sentence {
  const { what, details, sentence } = row;
  switch (kind) {
    case 'connection.created':
      return say('sourceEvent.created');
    case 'connection.activated':
      return say('sourceEvent.activated');
    case 'connection.deactivated':
      return say('sourceEvent.deactivated');
    case 'connection.updated':
      return ofUpdate(what, details);
    case 'mapping.changed':
      return say(changesOf(row).length > 0 ? 'sourceEvent.mapped' : 'sourceEvent.mappedAsBefore');
    case 'credential.added':
    case 'credential.rotated':
    case 'credential.removed':
      return ofCredential(kind, details);
    case 'run.started':
      return ofBegin(details);
    case 'run.finished':
      return ofEnd(details);
    case 'run.failed':
      return say('sourceEvent.runFailed', { reason: sentence ?? say('task.unforeseen') });
    case 'run.cancelled':
      return sentence ?? say('task.unforeseen');
    case 'guard.tripped':
      return say('sourceEvent.stopped', { count: countOf(Counts.safeParse(details).data?.counts) });
    case 'guard.allowed':
      return say('sourceEvent.allowed', { reason: Paused.safeParse(details).data?.reason ?? '' });
    case 'guard.discarded':
      return say('sourceEvent.discarded', { reason: Paused.safeParse(details).data?.reason ?? '' });
    case 'conflict.opened':
      return say('sourceEvent.conflict', { value: OfValue.safeParse(details).data?.value ?? '' });
    case 'conflict.resolved':
      return say('sourceEvent.conflictResolved', { value: OfValue.safeParse(details).data?.value ?? '' });
    case 'rename.found':
      return say('sourceEvent.renameFound', {
        count: Found.safeParse(details).data?.count ?? 1,
        moves: movesOf(details).slice(0, mostNamed),
      });
    case 'rename.decided':
      return ofRename(details);
    case 'consent.granted':
      return say('sourceEvent.consentGranted');
    case 'consent.denied':
      return say('sourceEvent.consentDenied');
    default:
      return sentence ?? say('sourceEvent.created');
  }
}

const Moved = z.object({ flows: z.array(z.object({ from: z.string(), to: z.string() })) });
const Found = z.object({ count: z.number() });
/** Of names in one sentence. */
const mostNamed = 3;
const Decided = z.object({ decision: RenameDecision });

const movesOf = (details: EventRow['details']): string[] =>
  (Moved.safeParse(details).data?.flows ?? []).map(({ from, to }) => `${from} → ${to}`);

function ofRename(details: EventRow['details']): Sentence {
  const { decision = 'not_a_rename' } = Decided.safeParse(details).data ?? {};
  return say(`sourceEvent.renameDecided.${decision}`, { moves: movesOf(details) });
}

function ofUpdate(what: string, details: EventRow['details']): Sentence {
  if (what === 'timetable.updated') return say('sourceEvent.timetable');
  if (what === 'timetable.resumed') return say('sourceEvent.resumed');
  if (what === 'timetable.paused') {
    return say('sourceEvent.paused', { reason: Paused.safeParse(details).data?.reason ?? '' });
  }
  return say('sourceEvent.updated');
}

function ofCredential(kind: SourceEventKind, details: EventRow['details']): Sentence {
  const which = say(`sourceCredential.kinds.${Added.safeParse(details).data?.kind ?? 'secret'}`);
  if (kind === 'credential.added') return say('sourceEvent.credentialAdded', { which });
  return say(kind === 'credential.removed' ? 'sourceEvent.credentialRemoved' : 'sourceEvent.credentialRotated', {
    which,
  });
}

function ofBegin(details: EventRow['details']): Sentence {
  const { run_kind = null, dry_run = false } = Begun.safeParse(details).data ?? {};
  if (dry_run) return say('sourceEvent.previewBegan');
  if (run_kind === 'webhook') return say('sourceEvent.runAfterWebhook');
  return say(run_kind === 'single' ? 'sourceEvent.runOfOne' : 'sourceEvent.runBegan');
}

const outcomes = {
  previewed: say('sourceEvent.previewed'),
  quarantined: say('sourceEvent.endedStopped'),
};

function ofEnd(details: EventRow['details']): Sentence {
  const result = Ended.safeParse(details).data?.result;
  if (result?.outcome === 'previewed' || result?.outcome === 'quarantined') return outcomes[result.outcome];
  const count = countOf(result?.counts);
  return count === 0 ? say('sourceEvent.nothingNew') : say('sourceEvent.applied', { count });
}

/** People who are not as they were. */
const countOf = (counts: Record<string, number> = {}): number =>
  Object.entries(counts).reduce((all, [kind, count]) => (kind === 'unchanged' ? all : all + count), 0);

const Mapped = z.object({ before: Mapping, after: Mapping });

function changesOf({ details }: EventRow): SourceEvent['changes'] {
  const { before, after } = Mapped.safeParse(details).data ?? { before: {}, after: {} };
  return canonicalFields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }));
}

/** Its column; what is done to it is seen in the mapping. */
const shown = (source: FieldSource | undefined): string | null => (source === undefined ? null : columnOf(source));
