import { keyDesk, keyLabels, keyReceipts, keyRecipientList, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { countKeys } from '../keys/service';
import { keyCountRoutes } from './counts/routes';
import { findHolderAt, getKey, listHistory } from './key-history';
import { extend, report, reserve, store, takeOver, writeAgain } from './manage-keys';
import { labelsPdf } from './print-labels';
import { addPaper, getPaper } from './receipts/paper';
import { receiptPdf } from './receipts/print-receipt';
import { checkReceiptLink, confirmReceipt, sendReceiptLink, withdrawReceiptLink } from './receipts/receipt-links';
import { readTextSettings, saveTexts } from './receipts/receipt-texts';
import { recipientSource } from './recipients';
import { keyRingRoutes } from './rings/routes';
import { scanKeys } from './scan-keys';
import { draftFor, handOut, takeBack, transfer } from './service';

export function keyDeskRoutes(app: FastifyInstance, deps: Deps): void {
  keyCountRoutes(app, deps);
  keyRingRoutes(app, deps);
  const { clock } = deps;
  listRoutes(app, deps, { list: keyRecipientList, find: (_, reader) => recipientSource(reader) });
  route(app, deps, keyDesk.counts, ({ reader, query }) => countKeys(reader, clock(), query));
  route(app, deps, keyDesk.get, ({ reader, params }) => getKey(reader, params.id, clock()));
  route(app, deps, keyDesk.history, ({ reader, params, query }) =>
    listHistory(reader, params.id, clock(), pageOf(query, { standard: 50, max: 200 })),
  );
  route(app, deps, keyDesk.holderAt, ({ reader, params, query }) =>
    findHolderAt(reader, params.id, { now: clock(), at: query.at }),
  );
  route(app, deps, keyDesk.scan, ({ reader, body }) => scanKeys({ reader, now: clock() }, body));
  route(app, deps, keyDesk.draftReceipt, ({ reader, body }) =>
    draftFor(deps, reader, { ...body, language: body.language ?? reader.language }),
  );
  route(app, deps, keyDesk.handOut, ({ caller, body }) => handOut({ deps, caller }, body));
  route(app, deps, keyDesk.takeBack, ({ caller, body }) => takeBack({ deps, caller }, body));
  route(app, deps, keyDesk.transfer, ({ caller, body }) => transfer({ deps, caller }, body));
  route(app, deps, keyDesk.extend, ({ caller, body }) => extend({ deps, caller }, body));
  route(app, deps, keyDesk.reserve, ({ caller, body }) => reserve({ deps, caller }, body));
  route(app, deps, keyDesk.report, ({ caller, params, body, expectedVersion }) =>
    report({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyDesk.store, ({ caller, params, body, expectedVersion }) =>
    store({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyDesk.takeOver, ({ caller, params, body, expectedVersion }) =>
    takeOver({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyDesk.writeAgain, ({ caller, params, expectedVersion }) =>
    writeAgain({ deps, caller, id: params.id, expectedVersion }),
  );
  route(app, deps, keyLabels.print, ({ reader, caller, body, signal }) =>
    labelsPdf({ deps, reader, caller, signal }, body),
  );
  route(app, deps, keyReceipts.pdf, ({ reader, params, signal }) => receiptPdf(deps, { reader, signal }, params.id));
  route(app, deps, keyReceipts.uploadPaper, ({ caller, params, body }) =>
    addPaper(deps, caller, { id: params.id, file: body.file }),
  );
  route(app, deps, keyReceipts.paper, ({ reader, params }) => getPaper(reader, params.id));
  route(app, deps, keyReceipts.sendLink, ({ caller, params }) => sendReceiptLink({ deps, caller }, params.id));
  route(app, deps, keyReceipts.withdrawLink, ({ caller, params }) => withdrawReceiptLink(deps, caller, params.id));
  route(app, deps, keyReceipts.checkLink, ({ address, body }) => checkReceiptLink(deps, { address, ...body }));
  route(app, deps, keyReceipts.confirm, ({ caller, address, body }) =>
    confirmReceipt(deps, caller, { address, ...body }),
  );
  route(app, deps, keyReceipts.texts, ({ reader }) => readTextSettings(reader.db));
  route(app, deps, keyReceipts.saveTexts, ({ caller, body }) => saveTexts(deps, caller, body));
}
