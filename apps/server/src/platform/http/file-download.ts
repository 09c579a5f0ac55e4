import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { attachment } from './content-disposition';

export type FileDownload = {
  fileName: string;
  contentType: string;
  content: Buffer | Readable;
  /** Names this very content: the browser keeps it for this session and asks each time whether it is still the same. */
  tag?: string;
};

/** A file opened by its address may neither run code nor load anything. */
const sealed = "default-src 'none'; sandbox";

export function sendFile(reply: FastifyReply, { fileName, contentType, content, tag }: FileDownload) {
  reply.header('content-type', contentType).header('content-disposition', attachment(fileName));
  if (tag === undefined) return reply.send(content);
  const etag = `"${tag}"`;
  reply.header('content-security-policy', sealed).header('cache-control', 'private, no-cache').header('etag', etag);
  if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.send(content);
}
