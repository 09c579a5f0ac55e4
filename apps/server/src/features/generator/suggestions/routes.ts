import { suggestionList, suggestions } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '#platform/audit/audit';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import type { Reader } from '#platform/visible-to';
import { choosePlan } from '../choices/choose-plan';
import { listChoices } from '../choices/list-choices';
import { draftPlan } from '../drafting/draft-plan';
import { decideFindings } from '../findings/decide-findings';
import { findingSource } from '../findings/finding-source';
import { makeMatrix } from '../matrix/make-matrix';
import { presentSuggestion } from '../present-suggestion';
import { proofFile } from '../proof/proof-file';
import { readQuality } from '../quality/read-quality';
import { presentRun } from '../run-source';
import { getRun } from '../service';
import { acceptMany } from './accept-many';
import { describeSuggestion } from './describe-suggestion';
import { editSuggestion } from './edit-suggestion';
import { mergeSuggestions } from './merge-suggestions';
import { splitSuggestion } from './split-suggestion';
import type { SuggestionRow } from './suggestion-rows';
import { suggestionSource } from './suggestion-source';

export function suggestionRoutes(app: FastifyInstance, deps: Deps): void {
  const check = (reader: Reader, { id }: { id: string }) => getRun(reader, id);
  const find = ({ params, query }: { params: { id: string }; query: object }, { db }: Reader) =>
    suggestionSource(db, params.id, query);
  listRoutes(app, deps, { list: suggestionList, find }, { check });
  listRoutes(app, deps, findingSource, { check });
  editRoutes(app, deps);
  viewRoutes(app, deps);
  route(app, deps, suggestions.decideFindings, async ({ caller, reader, params, body }) => {
    await getRun(reader, params.id);
    return { decided: await decideFindings(deps, caller, params.id, body) };
  });
  route(app, deps, suggestions.choose, async ({ caller, reader, params, body }) => {
    await getRun(reader, params.id);
    const accepted = await choosePlan(deps, caller, params.id, body);
    return { run: await show(reader, params.id), accepted };
  });
  route(app, deps, suggestions.draft, async ({ caller, reader, params, body }) => {
    await getRun(reader, params.id);
    const drafted = await draftPlan({ deps, caller, reader }, params.id, body);
    return { run: await show(reader, params.id), ...drafted };
  });
}

const show = async (reader: Reader, id: string) => presentRun(await getRun(reader, id), reader.language);

function editRoutes(app: FastifyInstance, deps: Deps): void {
  const changed = async (reader: Reader, id: string, rows: readonly SuggestionRow[]) => ({
    run: await show(reader, id),
    suggestions: rows.map((row) => presentSuggestion(row, reader.language)),
  });
  route(app, deps, suggestions.editSuggestion, async ({ caller, reader, params, body, expectedVersion }) => {
    await getRun(reader, params.id);
    return changed(reader, params.id, await editSuggestion({ deps, caller, ...params, expectedVersion }, body));
  });
  route(app, deps, suggestions.split, async ({ caller, reader, params, body, expectedVersion }) => {
    await getRun(reader, params.id);
    return changed(reader, params.id, await splitSuggestion({ deps, caller, ...params, expectedVersion }, body));
  });
  route(app, deps, suggestions.merge, async ({ caller, reader, params, body, expectedVersion }) => {
    await getRun(reader, params.id);
    return changed(reader, params.id, await mergeSuggestions({ deps, caller, ...params, expectedVersion }, body.with));
  });
  route(app, deps, suggestions.acceptMany, async ({ caller, reader, params, body }) => {
    await getRun(reader, params.id);
    const counts = await acceptMany(deps, caller, params.id, body);
    return { run: await show(reader, params.id), ...counts };
  });
}

function viewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, suggestions.suggestion, async ({ reader, params, signal }) => {
    await getRun(reader, params.id);
    return describeSuggestion(deps, reader, { ...params, signal });
  });
  route(app, deps, suggestions.matrix, async ({ reader, params, signal }) => {
    const { last_event_id } = await getRun(reader, params.id);
    const tell = (sentence: Parameters<typeof renderSentence>[0]) => renderSentence(sentence, reader.language);
    const words = {
      none: tell(say('suggestion.noSuggestion')),
      notYet: tell(say('suggestion.notYet')),
      doors: (count: number) => tell(say('suggestion.doors', { count })),
    };
    return { last_event_id, ...(await makeMatrix(deps, reader, params.id, { words, signal })) };
  });
  route(app, deps, suggestions.quality, ({ reader, params }) => readQuality(deps, reader, params.id));
  route(app, deps, suggestions.choices, async ({ reader, params }) => {
    await getRun(reader, params.id);
    return listChoices(reader, params.id);
  });
  route(app, deps, suggestions.proof, async ({ caller, reader, params, query, signal }) => {
    const { status, figures } = await getRun(reader, params.id);
    if (status === 'waiting' || status === 'running') throw new AppError('conflict', say('suggestion.running'));
    if (!figures) throw new AppError('conflict', say('suggestion.noResult'));
    const content = await proofFile(deps, reader, params.id, { ...query, signal });
    const details = { file: 'proof', anonymous: query.anonymous };
    await deps.db
      .transaction()
      .execute((tx) => recordEvent(tx, caller, 'generator_run.exported', { id: params.id, details }));
    return { fileName: 'plan-proof.json', contentType: 'application/octet-stream', content };
  });
}
