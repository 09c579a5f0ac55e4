import type {} from '@fastify/multipart'; // its typings add parts() to every request
import { type Endpoint, multipartOf, type UploadedFile } from '@key2xs/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors';

const maxFields = 30;

/**
 * Reads a multipart body into one object: text fields as they came, files as UploadedFiles in memory (a list where the
 * endpoint allows several).
 * @throws AppError unsupported_media_type, payload_too_large, bad_request
 */
export async function readMultipart(request: FastifyRequest, endpoint: Endpoint): Promise<Record<string, unknown>> {
  const encoding = multipartOf(endpoint);
  if (!encoding) throw new Error('not a multipart endpoint');
  const { multipart: fileField, maxFiles = 1 } = encoding;
  const body: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  const limits = { fileSize: encoding.maxBytes, files: maxFiles, fields: maxFields, fieldSize: 10_000 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') body[part.fieldname] = part.value;
      else if (part.fieldname !== fileField) throw new AppError('bad_request', 'Unexpected file.');
      else files.push(toUploadedFile(part.filename, await part.toBuffer()));
    }
    if (files.length > 0) body[fileField] = maxFiles > 1 ? files : files[0];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
      const mebibytes = (encoding.maxBytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 2 });
      throw new AppError('payload_too_large', `The file is larger than ${mebibytes} MiB.`, {}, { cause: error });
    }
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new AppError('bad_request', 'The upload broke off or is not multipart/form-data.', {}, { cause: error });
  }
  return body;
}

/** The name is kept for display only: a path in it is cut off. */
function toUploadedFile(name: string, content: Buffer): UploadedFile {
  const bytes = new Uint8Array(content);
  return { name: name.split(/[\\/]/).at(-1) || 'file', arrayBuffer: async () => bytes.buffer };
}
