import { type ReadResult, readClientCertificate } from '@key2xs/drivers/certificate-upload';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { ReadOrder } from './certificate-reader';

serveRequests<ReadOrder, ReadResult>(async ({ files, passPhrase, now }) => ({
  ok: true,
  answer: readClientCertificate(files, passPhrase, now),
}));
