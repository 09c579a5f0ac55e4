import type { Parsed, RenameDecision, renames } from '@key2xs/contract';
import type { Rename } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import type { ChangeSetRow, TaskRow } from '#platform/schema/schema';
import type { ScopeMove } from '#platform/sign-in/scope-moves';
import { holdWaiting } from '../../change-sets/service';
import { type CarriedPlan, carryOver } from '../../plans/service';
import { startTask } from '../../tasks/service';
import { type FindingRow, listFindings, lockFindings, saveDecision, versionOf } from './finding-queries';
import { noteDecided } from './note-renames';
import { choicesFor } from './present-findings';
import { carriedValues, previewRenames } from './preview-renames';
import { addAliases, dropAliases } from './value-aliases';

/** Has scopes follow a renamed department. @returns what the audit event says of that */
export type MoveScopes = (tx: Tx, move: ScopeMove) => Promise<readonly object[]>;

type Deciding = {
  deps: Deps;
  moveScopes: MoveScopes;
  caller: Caller;
  body: Parsed<typeof renames.decide>['body'];
  expectedVersion: number | undefined;
};

/** A change set of an identity source. */
export type DirectoryChangeSet = ChangeSetRow & { iam_connection_id: string };

type Decided = { row: FindingRow; decision: RenameDecision | null };

/**
 * Decides all findings of the call or none. Rules that are carried over name new values from now on, before any person
 * has them. With the last decision the source is compared again: what then changes goes through the guards.
 * @returns the run that compares again
 * @throws AppError not_found, conflict, version_conflict, change_set_stale, sync_in_progress; confirmation_needed when people
 * would gain doors by carrying over
 */
export async function decideRenames(deciding: Deciding, changeSet: DirectoryChangeSet): Promise<TaskRow | undefined> {
  const { deps, caller, body, expectedVersion } = deciding;
  await refuseUnseenGains(deciding, changeSet);
  const task = await deps.db.transaction().execute(async (tx) => {
    const rows = await lockFindings(tx, changeSet.id);
    refuseOtherVersion(versionOf(rows), expectedVersion, say('rename.changed')); // before the state: another decision changes both
    await holdWaiting(tx, changeSet.id);
    const decided = pair(rows, body.decisions);
    const carried = await carryOut(tx, deciding, { changeSet, decided });
    const at = deps.clock();
    for (const { row, decision } of decided) {
      await saveDecision(tx, row.id, { decision, reason: body.reason, by: caller.name, at });
    }
    const of = { connection_id: changeSet.iam_connection_id, change_set_id: changeSet.id, actor_name: caller.name };
    await noteDecided(tx, of, decided);
    const left = (await listFindings(tx, changeSet.id)).filter(({ stops, decision }) => stops && decision === null);
    const task = left.length > 0 ? undefined : await compareAgain(tx, deciding, changeSet);
    await recordEvent(tx, caller, 'iam.rename_decided', {
      id: changeSet.iam_connection_id,
      details: {
        name: renderSentence(changeSet.title),
        change_set_id: changeSet.id,
        reason: body.reason,
        decisions: decided.map(({ row: { content }, decision }) => {
          return { decision, field: content.field, kind: content.kind, flows: content.flows };
        }),
        ...carried,
        task_id: task?.id,
      },
    });
    return task;
  });
  if (task) deps.jobs.nudge();
  return task;
}

/** Needs a confirmation before people who already had the new name gain doors. */
async function refuseUnseenGains(
  { deps, body: { decisions, accept_gaining }, expectedVersion }: Deciding,
  { id, iam_connection_id: connectionId }: DirectoryChangeSet,
): Promise<void> {
  const findings = await listFindings(deps.db, id);
  refuseOtherVersion(versionOf(findings), expectedVersion, say('rename.changed'));
  const rows = pair(findings, decisions).flatMap(({ row, decision }) => (decision === 'carry_over' ? row : []));
  if (rows.length === 0) return;
  const { people_gaining } = (await previewRenames(deps, { connectionId, changeSetId: id }, rows)).effect;
  if (people_gaining === 0 || people_gaining === accept_gaining) return;
  throw new AppError('confirmation_needed', say('rename.somePeopleGain', { count: people_gaining }), {
    people_gaining,
  });
}

/** @throws AppError not_found, conflict; validation_failed for two decisions on one finding */
function pair(rows: readonly FindingRow[], decisions: Deciding['body']['decisions']): Decided[] {
  refuseContradictions(decisions);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Map(decisions.map((one) => [one.finding_id, one])).values()].map(({ finding_id, decision }) => {
    const row = byId.get(finding_id);
    if (!row) throw notFound('rename_finding');
    refuse(row, decision);
    return { row, decision };
  });
}

function refuseContradictions(decisions: Deciding['body']['decisions']): void {
  const first = new Map<string, RenameDecision | null>();
  for (const [at, { finding_id, decision }] of decisions.entries()) {
    const earlier = first.get(finding_id);
    if (earlier !== undefined && earlier !== decision) {
      throw invalidField(`decisions.${at}.decision`, say('rename.contradictory'));
    }
    first.set(finding_id, decision);
  }
}

function refuse({ content, decision: had }: FindingRow, decision: RenameDecision | null): void {
  const from = content.flows[0]?.from ?? '';
  if (decision === null) {
    if (had === 'carry_over') throw new AppError('conflict', say('rename.inForce', { from }));
    return;
  }
  if (had !== null) throw new AppError('conflict', say('rename.decided', { from }));
  if (!choicesFor(content).includes(decision)) throw new AppError('conflict', say('rename.notOffered', { from }));
}

type Work = { changeSet: DirectoryChangeSet; decided: readonly Decided[] };

/** @returns the plans whose rules were carried over, and the scopes that follow */
async function carryOut(
  tx: Tx,
  { deps, moveScopes, caller, body }: Deciding,
  { changeSet, decided }: Work,
): Promise<{ plans: CarriedPlan[]; scopes: object[] }> {
  const connectionId = changeSet.iam_connection_id;
  const those = (is: (one: Decided) => boolean) => decided.filter(is).map(({ row }) => row);
  const taken = those(({ row, decision }) => decision === null && row.decision === 'map_for_good');
  await dropAliases(
    tx,
    connectionId,
    taken.flatMap(({ content }) => aliasesOf(content)),
  );
  const mapped = those(({ decision }) => decision === 'map_for_good');
  await addAliases(
    tx,
    { deps, caller, connectionId },
    mapped.flatMap(({ content }) => aliasesOf(content)),
  );
  const values = carriedValues(those(({ decision }) => decision === 'carry_over'));
  if (values.length === 0) return { plans: [], scopes: [] };
  const plans = await carryOver(tx, { deps, caller }, { connectionId, values, reason: body.reason });
  const scopes: object[] = [];
  if (caller.actor?.scope) return { plans, scopes }; // it could be their own, which no one widens
  for (const { field, from, to } of values) {
    if (field === 'department') scopes.push(...(await moveScopes(tx, { department: from, into: to })));
  }
  return { plans, scopes };
}

const aliasesOf = ({ field, flows }: Rename) =>
  flows.map(({ from, to }) => ({ field, source_value: to, read_as: from }));

/** As it was computed before: a dry run stays one. */
async function compareAgain(
  tx: Tx,
  { deps, caller }: Deciding,
  { task_id, iam_connection_id }: DirectoryChangeSet,
): Promise<TaskRow> {
  const computed = await tx.selectFrom('sync_task').select('dry_run').where('id', '=', task_id).executeTakeFirst();
  return startTask(tx, deps, caller, {
    kind: 'directory',
    subject_id: iam_connection_id,
    dry_run: computed?.dry_run ?? true,
  });
}
