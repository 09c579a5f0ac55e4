import { clientCertificates, keySystems, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { presentTask } from '../tasks/service';
import {
  activateCertificate,
  addCertificate,
  listCertificateWarnings,
  markWarningsSeen,
  removeCertificate,
} from './certificates/certificates';
import { testCertificate, testKeySystem, testProgress } from './connection-test/test-connection';
import { acceptLoss, startInventory } from './inventory/start-inventory';
import { changeKeySystem, createKeySystem, removeKeySystem } from './manage';
import { presentKeySystem } from './present';
import { type KeySystemRow, listKeySystems } from './queries';
import { getKeySystem } from './service';

export function keySystemRoutes(app: FastifyInstance, deps: Deps): void {
  const present = (row: KeySystemRow) => presentKeySystem(row, deps.clock());
  route(app, deps, keySystems.list, async ({ query, reader }) => {
    const { offset, limit } = pageOf(query, { standard: 100, max: 1_000 });
    const rows = await listKeySystems(reader);
    const items = rows.slice(offset, offset + limit).map(present);
    return { items, total: rows.length, page: Math.floor(offset / limit), size: limit };
  });
  route(app, deps, keySystems.create, async ({ caller, body, signal }) =>
    present(await createKeySystem({ deps, caller, signal }, body)),
  );
  route(app, deps, keySystems.get, async ({ params, reader }) => present(await getKeySystem(reader, params.id)));
  route(app, deps, keySystems.update, async ({ caller, params, body, expectedVersion }) =>
    present(await changeKeySystem(deps, caller, params.id, { body, expectedVersion })),
  );
  route(app, deps, keySystems.remove, ({ caller, params }) => removeKeySystem(deps, caller, params.id));
  route(app, deps, keySystems.test, ({ caller, params, signal }) => testKeySystem(deps, caller, params.id, signal));
  route(app, deps, keySystems.testProgress, async ({ params, query, reader }) => ({
    test: await testProgress(deps, reader, { id: params.id, certificateId: query.certificate_id }),
  }));
  route(app, deps, keySystems.readInventory, async ({ caller, params }) =>
    presentTask(await startInventory(deps, caller, params.id)),
  );
  route(app, deps, keySystems.acceptLoss, async ({ caller, params, body }) =>
    presentTask(await acceptLoss(deps, caller, params.id, body)),
  );
}

export function clientCertificateRoutes(app: FastifyInstance, deps: Deps): void {
  const present = (row: KeySystemRow) => presentKeySystem(row, deps.clock());
  route(app, deps, clientCertificates.add, async ({ caller, params, body, signal }) =>
    present(await addCertificate({ deps, caller, signal }, params.id, body)),
  );
  route(app, deps, clientCertificates.test, ({ caller, params, signal }) =>
    testCertificate(deps, caller, params, signal),
  );
  route(app, deps, clientCertificates.activate, async ({ caller, params }) =>
    present(await activateCertificate(deps, caller, params)),
  );
  route(app, deps, clientCertificates.remove, async ({ caller, params }) =>
    present(await removeCertificate(deps, caller, params)),
  );
  route(app, deps, clientCertificates.warnings, async ({ actor, reader }) => ({
    items: await listCertificateWarnings(deps, reader, actor.id),
  }));
  route(app, deps, clientCertificates.markWarningsSeen, async ({ actor, reader }) => {
    await markWarningsSeen(deps, reader, actor.id);
    return { success: true } as const;
  });
}
