import { type GeneratorRun, generator, type Input, type Suggestion, suggestions } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, download } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';
import { isLive } from '../live/is-live';
import { applyEvents, noEvents, type RunProgress } from './generator-events';

export type GeneratorSettingsInput = Input<typeof generator.start>['body'];

const POLL_MS = 1_000;
const POLL_LIVE_MS = 4_000;
/** Others decide too, and the data may become newer. */
const POLL_RESULT_MS = 15_000;
const MATRIX_MS = 2_000;

export const isRunning = ({ status }: Pick<GeneratorRun, 'status'>) => status === 'waiting' || status === 'running';

/** One run, followed while it runs. */
export const generatorRunQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(generator.read, ['run', id], { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? POLL_MS : POLL_RESULT_MS),
  });

/**
 * Progress of a run, from its events. Each reading goes on after the last event that is known, so that none is missed or
 * counted twice, however often the connection breaks.
 */
export const runProgressQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(generator.events, 'events', id),
    queryFn: async ({ client, queryKey, signal }): Promise<RunProgress> => {
      let progress = client.getQueryData<RunProgress>(queryKey) ?? noEvents;
      for (;;) {
        const page = await call(generator.events, { params: { id }, query: { after: progress.lastId } }, { signal });
        progress = applyEvents(progress, page.items);
        if (page.is_last || page.items.length === 0) return progress;
      }
    },
    staleTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => (data?.hasEnded ? false : isLive() ? POLL_LIVE_MS : POLL_MS),
  });

/** Starts a run. @returns it, waiting */
export const useStartRun = () => useCall(generator.start, (body: GeneratorSettingsInput) => ({ body }));

export const useStopRun = () => useCall(generator.stop, (id: string) => ({ params: { id } }));

/** A plan that was drafted from it stays. */
export const useDeleteRun = () => useCall(generator.remove, (id: string) => ({ params: { id } }));

type OfRun = { runId: string; id: string };

export const suggestionQuery = ({ runId, id }: OfRun) =>
  endpointQuery(suggestions.suggestion, ['suggestion', runId, id], { params: { id: runId, suggestion_id: id } });

type Edit = {
  runId: string;
  suggestion: Pick<Suggestion, 'id' | 'version'>;
  changes: Input<typeof suggestions.editSuggestion>['body'];
};

/** Changes nothing after a concurrent change (version_conflict). */
export const useEditSuggestion = () =>
  useCall(
    suggestions.editSuggestion,
    ({ runId, suggestion: { id }, changes }: Edit) => ({ params: { id: runId, suggestion_id: id }, body: changes }),
    ({ suggestion: { version } }: Edit) => ({ ifMatch: version }),
  );

type Split = OfRun & { name: string; cylinderIds: string[] };

export const useSplitSuggestion = () =>
  useCall(suggestions.split, ({ runId, id, name, cylinderIds }: Split) => ({
    params: { id: runId, suggestion_id: id },
    body: { name, cylinder_ids: cylinderIds },
  }));

export const useMergeSuggestions = () =>
  useCall(suggestions.merge, ({ runId, id, others }: OfRun & { others: string[] }) => ({
    params: { id: runId, suggestion_id: id },
    body: { with: others },
  }));

type AcceptMany = { runId: string; minConfidence: number; expected: number };

/** Refused with conflict if another number would be accepted. */
export const useAcceptMany = () =>
  useCall(suggestions.acceptMany, ({ runId, minConfidence, expected }: AcceptMany) => ({
    params: { id: runId },
    body: { min_confidence: minConfidence, expected },
  }));

const PAGE_ROWS = 200;

/** How many open suggestions of at least this confidence can be accepted together, and how many of them cannot. */
export const acceptableQuery = (runId: string, min_confidence: number) =>
  queryOptions({
    queryKey: keyOf(suggestions.suggestions, 'acceptable', runId, min_confidence),
    queryFn: async ({ signal }) => {
      const counted = { accepted: 0, left: 0 };
      for (let offset = 0; ; offset += PAGE_ROWS) {
        const query = { decision: 'open' as const, min_confidence, limit: PAGE_ROWS, offset };
        const { items, total } = await call(suggestions.suggestions, { params: { id: runId }, query }, { signal });
        for (const one of items) counted[needsOwnDecision(one) ? 'left' : 'accepted'] += 1;
        if (items.length === 0 || offset + items.length >= total) return counted;
      }
    },
    staleTime: 0,
  });

/** Gives something new or opens a sensitive door. */
const needsOwnDecision = ({ additions, risks }: Suggestion) => additions > 0 || risks.includes('sensitive_doors');

/** The matrix of a run; `newest` is the last event that changes it: a matrix before it is read again, at most every two seconds. */
export const runMatrixQuery = (id: string, newest: string | undefined) =>
  queryOptions({
    ...endpointQuery(suggestions.matrix, ['matrix', id], { params: { id } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      newest !== undefined && BigInt(data?.last_event_id ?? 0) < BigInt(newest) ? MATRIX_MS : false,
  });

/** Read again while more are worked out. */
export const planChoicesQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(suggestions.choices, ['choices', id], { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.is_calculating ? POLL_MS : false),
  });

/** Takes a plan in place of the suggestions of the run. */
export const useChoosePlan = () =>
  useCall(suggestions.choose, ({ runId, body }: { runId: string; body: Input<typeof suggestions.choose>['body'] }) => ({
    params: { id: runId },
    body,
  }));

type Decide = { runId: string; body: Input<typeof suggestions.decideFindings>['body'] };

export const useDecideFindings = () =>
  useCall(suggestions.decideFindings, ({ runId, body }: Decide) => ({ params: { id: runId }, body }));

type Draft = { runId: string; body: Input<typeof suggestions.draft>['body'] };

/** Writes a plan that is not active. */
export const useWriteDraft = () =>
  useCall(suggestions.draft, ({ runId, body }: Draft) => ({ params: { id: runId }, body }));

/** Downloads the plan of a run with its lower bound, for `npm run verify-plan`. */
export const useDownloadProof = () =>
  useMutation({
    mutationFn: ({ runId, isAnonymous }: { runId: string; isAnonymous: boolean }) =>
      download(
        suggestions.proof,
        { params: { id: runId }, query: { anonymous: String(isAnonymous) } },
        isAnonymous ? 'key-plan-proof-anonymous.json' : 'key-plan-proof.json',
      ),
  });
