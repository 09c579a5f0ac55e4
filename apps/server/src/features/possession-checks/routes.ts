import { checkedKeyList, possessionCheckList, possessionChecks } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { checkedKeySource, checkSource, getCheck } from './check-source';
import { answerCheck, checkLink } from './links';
import { checkForms, checkResults } from './print-check';
import { endCheck, enterAnswers, remindHolders, setRepetition, startCheck } from './service';

export function possessionCheckRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps;
  listRoutes(app, deps, { list: possessionCheckList, find: (_, reader) => checkSource(reader, clock()) });
  listRoutes(app, deps, {
    list: checkedKeyList,
    find: ({ params }, reader) => checkedKeySource({ reader, now: clock() }, params.id),
  });
  route(app, deps, possessionChecks.get, ({ reader, params }) => getCheck({ reader, now: clock() }, params.id));
  route(app, deps, possessionChecks.start, ({ caller, body }) => startCheck({ deps, caller }, body));
  route(app, deps, possessionChecks.repeat, ({ caller, params, body }) =>
    setRepetition({ deps, caller }, { ...params, ...body }),
  );
  route(app, deps, possessionChecks.enter, ({ caller, params, body }) =>
    enterAnswers({ deps, caller }, { ...params, ...body }),
  );
  route(app, deps, possessionChecks.forms, ({ reader, caller, params, query, signal }) =>
    checkForms({ deps, reader, caller, signal }, { ...params, ...query }),
  );
  route(app, deps, possessionChecks.results, ({ reader, caller, params, signal }) =>
    checkResults({ deps, reader, caller, signal }, params.id),
  );
  route(app, deps, possessionChecks.remind, ({ caller, params }) => remindHolders({ deps, caller }, params.id));
  route(app, deps, possessionChecks.end, ({ caller, params }) => endCheck({ deps, caller }, params.id));
  route(app, deps, possessionChecks.checkLink, ({ address, body }) => checkLink(deps, { address, ...body }));
  route(app, deps, possessionChecks.answer, ({ caller, address, body }) =>
    answerCheck(deps, caller, { address, ...body }),
  );
}
