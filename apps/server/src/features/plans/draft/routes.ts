import { draftEdits } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { presentKeyPlan } from '../settings/present-plan';
import { applyEdits } from './apply-edits';
import { proposeDraftEdits } from './propose';
import { readDraft } from './read-draft';

export function draftRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, draftEdits.read, async ({ params, reader }) => ({
    changes: await readDraft(reader, params.keyplan_id),
  }));
  route(app, deps, draftEdits.propose, ({ reader, ...call }) => proposeDraftEdits(deps, reader, call));
  route(app, deps, draftEdits.apply, async ({ caller, params, body }) => {
    const { plan, undo } = await applyEdits({ deps, caller, id: params.keyplan_id, body });
    return { plan: presentKeyPlan(plan), undo };
  });
}
