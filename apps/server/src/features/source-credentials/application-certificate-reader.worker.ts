import { type ReadApplicationCertificate, readApplicationCertificate } from '@key2xs/drivers/application-certificate';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { ReadOrder } from './application-certificate-reader';

serveRequests<ReadOrder, ReadApplicationCertificate>(async ({ bytes, passPhrase, now }) => ({
  ok: true,
  answer: readApplicationCertificate(bytes, passPhrase, now),
}));
