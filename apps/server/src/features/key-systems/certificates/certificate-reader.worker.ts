import { type ReadResult, readClientCertificate } from '@key2xs/drivers/certificate-upload';
import { doOrders } from '#platform/isolated/do-orders';
import type { ReadOrder } from './certificate-reader';

doOrders<ReadOrder, ReadResult>(async ({ files, passPhrase, now }) => ({
  ok: true,
  answer: readClientCertificate(files, passPhrase, now),
}));
