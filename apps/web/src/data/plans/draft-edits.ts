import {
  type AccessRule,
  type DraftEdit as AnyEdit,
  draftEdits,
  enhancedKeyPlans,
  type Input,
  type KeyPlan,
} from '@key2xs/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError } from '#lib/calls/api-error';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import {
  afterEdits,
  afterStep,
  type EditHistory,
  type HistoryEntry,
  historyKey,
  noHistory,
  withoutInvalid,
} from './edit-history';

/** An edit of a rule. With the `version` of that rule it can be undone after later edits too. */
export type DraftEdit = z.input<typeof AnyEdit>;

export type ProposeEdits = Input<typeof draftEdits.propose>['body'];

/** Ways to grant or revoke what is requested, best first; nothing is saved. */
export const proposalsQuery = (planId: string, request: ProposeEdits) =>
  endpointQuery(draftEdits.propose, ['proposals', planId, request], { params: { keyplan_id: planId }, body: request });

/** Who edited each waiting change, and how to undo each. */
export const draftQuery = (planId: string) =>
  endpointQuery(draftEdits.read, ['draft', planId], { params: { keyplan_id: planId } });

/** If edits take effect at once and many people lose doors, `acceptLosing` is the confirmed number. */
export type EditDecision = { acceptLosing?: number | undefined; reason?: string | undefined };

/** The outcome of an undo or redo. */
export type StepOutcome =
  | { kind: 'done'; words: string }
  /** Another administrator changed the same rule; the step is no longer offered. */
  | { kind: 'void'; words: string; message: string }
  /** So many people would lose doors that the number has to be confirmed. */
  | { kind: 'asked'; words: string; message: string; peopleLosing: number };

export type Switched = Pick<AccessRule, 'id' | 'version' | 'is_active'>;

/**
 * Edits the draft of a plan, with undo and redo of the edits of this tab. All users of one plan share one history,
 * which ends with a reload and on sign-out.
 */
export function useDraftEdits({ id, iam_connections: [source] }: Pick<KeyPlan, 'id' | 'iam_connections'>) {
  const client = useQueryClient();
  const history = useHistory(id);
  const updateHistory = (change: (history: EditHistory) => EditHistory) =>
    client.setQueryData<EditHistory>(historyKey(id), (known = noHistory) => change(known));
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({
      edits,
      words,
      decision,
    }: {
      edits: readonly DraftEdit[];
      words: string;
      decision: EditDecision;
    }) => {
      const { acceptLosing, reason } = decision;
      const accepted = acceptLosing !== undefined && { accept_losing: acceptLosing };
      const body = { edits: [...edits], words, ...accepted, ...(reason && { reason }) };
      return call(draftEdits.apply, { params: { keyplan_id: id }, body });
    },
  });

  /** @throws ApiError version_conflict, conflict, validation_failed; confirmation_needed with `people_losing` */
  const apply = async (edits: readonly DraftEdit[], words: string, decision: EditDecision = {}) => {
    const { plan, undo } = await mutateAsync({ edits, words, decision });
    updateHistory((known) => afterEdits(known, { words, edits: edits as AnyEdit[], undo })); // versions and ids, which have no defaults
    return plan;
  };

  const { mutateAsync: toggleRule, isPending: isSwitching } = useCall(
    enhancedKeyPlans.toggleRule,
    ({ rule, connection_id, accept_losing }: { rule: Switched; connection_id: string; accept_losing: number }) => ({
      params: { connection_id, rule_id: rule.id },
      query: { accept_losing },
    }),
    ({ rule }: { rule: Switched; connection_id: string; accept_losing: number }) => ({ ifMatch: rule.version }),
  );

  /** Switches one rule on or off by its own endpoint. @throws as apply */
  const toggle = async (rule: Switched, words: string, decision: EditDecision = {}): Promise<void> => {
    const edit = (version: number, is_active: boolean): AnyEdit => ({
      kind: 'change_rule',
      rule_id: rule.id,
      version,
      rule: { is_active },
    });
    const edits = [edit(rule.version, !rule.is_active)];
    if (!source) {
      await apply(edits, words, decision);
      return;
    }
    const accept_losing = decision.acceptLosing ?? 0;
    const { version } = await toggleRule({ rule, connection_id: source.id, accept_losing });
    updateHistory((known) => afterEdits(known, { words, edits, undo: [edit(version, rule.is_active)] }));
  };

  const step = async (
    way: 'undo' | 'redo',
    decision: EditDecision = {},
    which?: HistoryEntry,
  ): Promise<StepOutcome | undefined> => {
    const entry = which ?? client.getQueryData<EditHistory>(historyKey(id))?.[way].at(-1);
    if (!entry) return undefined;
    const { words } = entry;
    try {
      const { undo } = await mutateAsync({ edits: entry.edits, words, decision });
      updateHistory((known) => afterStep(known, way, undo, entry));
      return { kind: 'done', words };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const { people_losing: losing, rule_id } = error.problem as Record<string, unknown>; // members of these two refusals
      if (error.code === 'confirmation_needed') {
        return { kind: 'asked', words, message: error.message, peopleLosing: Number(losing) };
      }
      updateHistory((known) => withoutInvalid(known, way, typeof rule_id === 'string' ? rule_id : undefined, entry));
      return { kind: 'void', words, message: error.message };
    }
  };

  return {
    apply,
    toggle,
    /** Undoes the last edit or another one, which is refused after a later edit of the same rule. */
    undo: (decision?: EditDecision, which?: HistoryEntry) => step('undo', decision, which),
    redo: (decision?: EditDecision) => step('redo', decision),
    /** Entries that can be undone, the latest last. */
    done: history.undo,
    /** The description of the next undo or redo; undefined if there is none. */
    undoWords: history.undo.at(-1)?.words,
    redoWords: history.redo.at(-1)?.words,
    isPending: isPending || isSwitching,
  };
}

function useHistory(planId: string): EditHistory {
  const { data = noHistory } = useQuery<EditHistory>({
    queryKey: historyKey(planId),
    queryFn: () => noHistory,
    enabled: false, // written by hand
    initialData: noHistory,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
