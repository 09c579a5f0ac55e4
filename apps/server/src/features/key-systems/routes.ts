import { clientCertificates, keySystems, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import type { Reader } from '#platform/visible-to';
import { presentTask } from '../tasks/service';
import { listCertificateWarnings, markWarningsSeen } from './certificates/certificate-warnings';
import { activateCertificate, addCertificate, removeCertificate } from './certificates/certificates';
import { presentTested, testCertificate, testKeySystem, testProgress } from './connection-test/test-connection';
import { acceptLoss, startInventory } from './inventory/start-inventory';
import { changeKeySystem, createKeySystem, removeKeySystem } from './manage';
import { presentKeySystem, presentListed } from './present';
import { type KeySystemRow, listKeySystems } from './queries';
import { getKeySystem } from './service';

export function keySystemRoutes(app: FastifyInstance, deps: Deps): void {
  const present = (row: KeySystemRow, { language }: Reader) => presentKeySystem(row, deps.clock(), language);
  route(app, deps, keySystems.list, async ({ query, reader }) => {
    const { offset, limit } = pageOf(query, { standard: 100, max: 1_000 });
    const rows = await listKeySystems(reader);
    const items = rows.slice(offset, offset + limit).map((row) => presentListed(row, deps.clock(), reader));
    return { items, total: rows.length, page: Math.floor(offset / limit), size: limit };
  });
  route(app, deps, keySystems.create, async ({ caller, reader, body, signal }) =>
    present(await createKeySystem({ deps, caller, signal }, body), reader),
  );
  route(app, deps, keySystems.get, async ({ params, reader }) =>
    present(await getKeySystem(reader, params.id), reader),
  );
  route(app, deps, keySystems.update, async ({ caller, reader, params, body, expectedVersion }) =>
    present(await changeKeySystem(deps, caller, params.id, { body, expectedVersion }), reader),
  );
  route(app, deps, keySystems.remove, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await removeKeySystem(deps, caller, { id: params.id, expectedVersion }), reader.language),
  );
  route(app, deps, keySystems.test, async ({ caller, reader, params, signal }) =>
    presentTested(await testKeySystem(deps, caller, params.id, signal), reader.language),
  );
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
  const present = (row: KeySystemRow, { language }: Reader) => presentKeySystem(row, deps.clock(), language);
  route(app, deps, clientCertificates.add, async ({ caller, reader, params, body, signal }) =>
    present(await addCertificate({ deps, caller, signal }, params.id, body), reader),
  );
  route(app, deps, clientCertificates.test, async ({ caller, reader, params, signal }) =>
    presentTested(await testCertificate(deps, caller, params, signal), reader.language),
  );
  route(app, deps, clientCertificates.activate, async ({ caller, reader, params }) =>
    present(await activateCertificate(deps, caller, params), reader),
  );
  route(app, deps, clientCertificates.remove, async ({ caller, reader, params }) =>
    present(await removeCertificate(deps, caller, params), reader),
  );
  route(app, deps, clientCertificates.warnings, async ({ actor, reader }) => ({
    items: await listCertificateWarnings(deps, reader, actor.id),
  }));
  route(app, deps, clientCertificates.markWarningsSeen, async ({ actor, reader }) => {
    await markWarningsSeen(deps, reader, actor.id);
    return { success: true } as const;
  });
}
