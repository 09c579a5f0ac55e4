import {
  type Input,
  type Key,
  keyDesk,
  keyLabels,
  keyReceipts,
  type PrintLabels,
  type ReceiptTexts,
} from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { download } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

type CountFilter = Input<typeof keyDesk.counts>['query'];

/** How many keys there are by where they are. */
export const keyCountsQuery = (query: CountFilter) => endpointQuery(keyDesk.counts, ['counts', query], { query });

/** One key with its receipts. */
export const keyQuery = (id: string) => endpointQuery(keyDesk.get, ['one', id], { params: { id } });

/** What happened to a key, the newest first. */
export const keyHistoryQuery = (id: string, limit: number) =>
  endpointQuery(keyDesk.history, ['history', id, limit], { params: { id }, query: { limit } });

/** Who had a key at a moment. */
export const keyHolderQuery = (id: string, at: string) =>
  endpointQuery(keyDesk.holderAt, ['holder', id, at], { params: { id }, query: { at } });

export const useScanKeys = () => useCall(keyDesk.scan, (text: string) => ({ body: { text } }));

type Draft = Input<typeof keyDesk.draftReceipt>['body'];

export const useDraftReceipt = () => useCall(keyDesk.draftReceipt, (body: Draft) => ({ body }));
export const useHandOut = () => useCall(keyDesk.handOut, (body: Input<typeof keyDesk.handOut>['body']) => ({ body }));
export const useTakeBack = () =>
  useCall(keyDesk.takeBack, (body: Input<typeof keyDesk.takeBack>['body']) => ({ body }));
export const useTransfer = () =>
  useCall(keyDesk.transfer, (body: Input<typeof keyDesk.transfer>['body']) => ({ body }));
export const useExtend = () => useCall(keyDesk.extend, (body: Input<typeof keyDesk.extend>['body']) => ({ body }));

const ifMatch = ({ key }: { key: Key }) => ({ ifMatch: key.custody.version });

type Report = Input<typeof keyDesk.report>['body'];

/** Changes nothing after a concurrent change (version_conflict), as all below. */
export const useReportKey = () =>
  useCall(keyDesk.report, ({ key, body }: { key: Key; body: Report }) => ({ params: { id: key.id }, body }), ifMatch);

export const useStoreKey = () =>
  useCall(
    keyDesk.store,
    ({ key, storage }: { key: Key; storage: string }) => ({ params: { id: key.id }, body: { storage } }),
    ifMatch,
  );

export const useTakeOverHolder = () =>
  useCall(
    keyDesk.takeOver,
    ({ key, reason }: { key: Key; reason: string }) => ({ params: { id: key.id }, body: { reason } }),
    ifMatch,
  );

export const useWriteHolderAgain = () =>
  useCall(keyDesk.writeAgain, ({ key }: { key: Key }) => ({ params: { id: key.id } }), ifMatch);

export const useUploadPaper = () =>
  useCall(keyReceipts.uploadPaper, ({ id, file }: { id: string; file: File }) => ({ params: { id }, body: { file } }));

/** Mails a link that confirms a receipt. */
export const useSendReceiptLink = () => useCall(keyReceipts.sendLink, (id: string) => ({ params: { id } }));
export const useWithdrawReceiptLink = () => useCall(keyReceipts.withdrawLink, (id: string) => ({ params: { id } }));

/** What receipts say, by language and kind. */
export const receiptTextsQuery = endpointQuery(keyReceipts.texts, ['texts'], {});

export const useSaveReceiptTexts = () => useCall(keyReceipts.saveTexts, (body: ReceiptTexts) => ({ body }));

/** Downloads labels as PDF. */
export const usePrintLabels = () =>
  useMutation({ mutationFn: (body: PrintLabels) => download(keyLabels.print, { body }, 'key-labels.pdf') });
