import { parentPort, workerData } from 'node:worker_threads';
import { readClientCertificate } from '@key2xs/drivers/certificate-upload';
import type { FromReader, ReadOrder } from './certificate-reader-messages';

const { files, passPhrase, now } = workerData as ReadOrder; // workerData is untyped by Node
const post = (message: FromReader) => parentPort?.postMessage(message);

post({ kind: 'reading' });
post({ kind: 'read', result: readClientCertificate(files, passPhrase, now) });
