import { createHash, type Hash } from 'node:crypto';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type Endpoint, multipartOf, takenBodyOf, type UploadedFile } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { FileReceiver } from './received-file';
import { tooLarge } from './request-guard';

const maxFields = 30;
const maxFieldBytes = 10_000;
const maxHeadBytes = 16_384;

/** `hash` covers names and contents in order, but not the boundary, which differs between retries. */
export type MultipartBody = { body: Record<string, unknown>; hash: string };

type Received = { fields: Map<string, unknown>; files: UploadedFile[]; hash: Hash };

/** The body stays unread until `readMultipart`. */
export function takeMultipart(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/**
 * Reads a multipart body into one object: text fields as sent, files as UploadedFiles in memory (a list where the
 * endpoint allows several). Stops reading at the first unexpected part.
 * @throws AppError payload_too_large, bad_request
 */
export function readMultipart({ raw }: FastifyRequest, endpoint: Endpoint): Promise<MultipartBody> {
  const encoding = multipartOf(endpoint);
  if (!encoding) throw new Error('not a multipart endpoint');
  const { multipart: fileField, maxFiles = 1 } = encoding;
  const received: Received = { fields: new Map(), files: [], hash: createHash('sha256') };
  return new Promise((resolve, reject) => {
    const parser = createParser(raw.headers['content-type'] ?? '', { maxBytes: encoding.maxBytes, maxFiles });
    const refuse = (error: AppError) => {
      raw.unpipe(parser);
      raw.pause();
      reject(error);
    };
    const tooMany = () => refuse(new AppError('payload_too_large', say('request.tooManyParts')));
    parser.on('partsLimit', tooMany).on('filesLimit', tooMany).on('fieldsLimit', tooMany);
    parser.on('error', () => refuse(malformed()));
    parser.on('field', (name: string | undefined, value, _isNameCut, isCut) => {
      if (name === undefined || received.fields.has(name)) return refuse(malformed());
      if (isCut) return refuse(new AppError('payload_too_large', say('request.fieldTooLong', { name })));
      received.fields.set(name, value);
      received.hash.update(JSON.stringify([name, value]));
    });
    parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
      stream.on('error', () => refuse(malformed()));
      if (name !== fileField) return refuse(new AppError('bad_request', say('request.unexpectedFile')));
      stream.once('limit', () => refuse(tooLarge(endpoint)));
      collect(stream, fileName ?? '', received);
    });
    parser.once('finish', () => resolve(toBody(received, fileField, maxFiles)));
    raw.once('close', () => raw.readableEnded || refuse(malformed()));
    let bytes = 0;
    raw.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes > takenBodyOf(endpoint).maxBytes) refuse(tooLarge(endpoint));
    });
    raw.pipe(parser);
  });
}

const malformed = () => new AppError('bad_request', say('request.notMultipart'));

/** @throws AppError bad_request when the content type names no boundary */
function createParser(type: string, { maxBytes, maxFiles }: { maxBytes: number; maxFiles: number }): BusboyInstance {
  const limits = {
    fileSize: maxBytes,
    files: maxFiles,
    fields: maxFields,
    fieldSize: maxFieldBytes,
    headerSize: maxHeadBytes,
  };
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    throw malformed();
  }
}

function collect(stream: BusboyFileStream, fileName: string, { files, hash }: Received): void {
  const receiver = new FileReceiver(fileName);
  stream.on('data', (chunk: Buffer) => receiver.take(chunk));
  stream.once('end', () => {
    const { file, hash: ofContent } = receiver.end();
    hash.update(JSON.stringify([fileName, ofContent]));
    files.push(file);
  });
}

function toBody({ fields, files, hash }: Received, fileField: string, maxFiles: number): MultipartBody {
  if (files.length > 0) fields.set(fileField, maxFiles > 1 ? files : files[0]);
  return { body: Object.fromEntries(fields), hash: hash.digest('base64url') };
}
