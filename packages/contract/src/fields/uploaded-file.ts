import { z } from 'zod';
import { fieldError } from './field-error';

/** A file of a multipart endpoint: a browser's File when sent, name and bytes when received. */
export type UploadedFile = { readonly name: string; arrayBuffer(): Promise<ArrayBuffer> };

export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'name' in value && 'arrayBuffer' in value;
}

const oneOrMore = (value: unknown): value is UploadedFile | UploadedFile[] =>
  Array.isArray(value) ? value.length > 0 && value.every(isUploadedFile) : isUploadedFile(value);

/** The files of one multipart field, one or several. Parsed into a list. */
export const UploadedFiles = z
  .custom<UploadedFile | UploadedFile[]>(oneOrMore, { error: fieldError({ fileUpload: 'A file upload is required.' }) })
  .transform((value) => (Array.isArray(value) ? value : [value]));
