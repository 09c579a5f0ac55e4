import { planWizards } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { presentKeyPlan } from '../../plans/service';
import { presentSummary, presentWizard } from './present-wizard';
import { doorsOfPerson, peopleOfDoor } from './simulate';
import { getWizard, listWizards } from './wizard-queries';
import { discardWizard, saveWizard, startWizard } from './wizards';
import { finishWizard, writeWizard } from './write-wizard';

export function wizardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, planWizards.list, async ({ reader }) => {
    const items = (await listWizards(reader)).map(presentSummary);
    return { items, total: items.length };
  });
  route(app, deps, planWizards.create, async ({ caller, reader, body }) =>
    presentWizard(reader, await startWizard(deps, caller, body)),
  );
  route(app, deps, planWizards.get, async ({ params, reader }) =>
    presentWizard(reader, await getWizard(reader, params.id)),
  );
  route(app, deps, planWizards.save, async ({ caller, reader, params, body, expectedVersion }) =>
    presentWizard(reader, await saveWizard({ deps, caller, id: params.id, expectedVersion }, body)),
  );
  route(app, deps, planWizards.write, async ({ caller, reader, params, body, expectedVersion }) =>
    presentWizard(reader, await writeWizard({ deps, caller, id: params.id, expectedVersion }, body)),
  );
  route(app, deps, planWizards.finish, async ({ caller, params, body, expectedVersion }) =>
    presentKeyPlan(await finishWizard({ deps, caller, id: params.id, expectedVersion }, body)),
  );
  route(app, deps, planWizards.discard, async ({ caller, params, expectedVersion }) => ({
    success: true as const,
    keeps_plan: await discardWizard({ deps, caller, id: params.id, expectedVersion }),
  }));
  route(app, deps, planWizards.doorsOfPerson, ({ params, query, reader }) =>
    doorsOfPerson(deps, reader, { ...params, ...query }),
  );
  route(app, deps, planWizards.peopleOfDoor, ({ params, query, reader }) =>
    peopleOfDoor(deps, reader, { ...params, ...query }),
  );
}
