import { type ReadApplicationCertificate, readApplicationCertificate } from '@key2xs/drivers';
import { doOrders } from '#platform/isolated/do-orders';
import type { ReadOrder } from './application-certificate-reader';

doOrders<ReadOrder, ReadApplicationCertificate>(async ({ bytes, passPhrase, now }) => ({
  ok: true,
  answer: readApplicationCertificate(bytes, passPhrase, now),
}));
