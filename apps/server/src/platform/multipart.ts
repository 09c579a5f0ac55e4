import type { MultipartFile } from '@fastify/multipart'; // its typings add parts() to every request as well
import { type Endpoint, multipartOf, type UploadedFile } from '@key2xs/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors';

const maxFields = 30;
const pieceBytes = 262_144;

/**
 * Reads a multipart body into one object: text fields as they came, files as UploadedFiles in memory (a list where the
 * endpoint allows several).
 * @throws AppError unsupported_media_type, payload_too_large, bad_request
 */
export async function readMultipart(request: FastifyRequest, endpoint: Endpoint): Promise<Record<string, unknown>> {
  const encoding = multipartOf(endpoint);
  if (!encoding) throw new Error('not a multipart endpoint');
  const { multipart: fileField, maxFiles = 1 } = encoding;
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', 'Send this as multipart/form-data.');
  }
  const body: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  const limits = { fileSize: encoding.maxBytes, files: maxFiles, fields: maxFields, fieldSize: 10_000 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') body[part.fieldname] = part.value;
      else if (part.fieldname !== fileField) throw new AppError('bad_request', 'Unexpected file.');
      else files.push(await receiveFile(part));
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

/** A file as it arrived, in pieces: putting a large one together would stop everybody else for a moment. */
class ReceivedFile implements UploadedFile {
  constructor(
    readonly name: string,
    readonly pieces: readonly Uint8Array<ArrayBuffer>[],
  ) {}

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.pieces)).buffer;
  }
}

/** What a file holds, in order. The pieces may be transferred to a thread; nothing else can read the file then. */
export function piecesOf(file: UploadedFile): readonly Uint8Array<ArrayBuffer>[] {
  if (file instanceof ReceivedFile) return file.pieces;
  throw new Error('not a file that readMultipart made');
}

/** The name is kept for display only: a path in it is cut off. */
async function receiveFile({ filename, file }: MultipartFile): Promise<UploadedFile> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + pieceBytes - filled);
      piece.set(part, filled);
      from += part.length;
      filled += part.length;
      if (filled < pieceBytes) continue;
      pieces.push(piece);
      piece = new Uint8Array(pieceBytes);
      filled = 0;
    }
  }
  pieces.push(piece.slice(0, filled));
  return new ReceivedFile(filename.split(/[\\/]/).at(-1) || 'file', pieces);
}
