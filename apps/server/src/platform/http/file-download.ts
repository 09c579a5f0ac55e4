import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { attachment } from './content-disposition';

export type FileDownload = { fileName: string; contentType: string; content: Buffer | Readable };

export function sendFile(reply: FastifyReply, { fileName, contentType, content }: FileDownload) {
  return reply.header('content-type', contentType).header('content-disposition', attachment(fileName)).send(content);
}
