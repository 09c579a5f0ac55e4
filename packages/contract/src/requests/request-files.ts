import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { ById } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { isUploadedFile, type UploadedFile } from '../fields/uploaded-file';
import { KeyRequestDetail } from './key-requests';

export const maxRequestFiles = 5;
export const maxRequestFileBytes = 5 * 1_024 * 1_024;

const asking = openTo('request_keys', 'assign_keys');
const ByFile = z.object({ id: z.uuid(), file_id: z.uuid() });
const changed = { ...asking, changes: ['key-requests'], response: KeyRequestDetail } as const;

/** Files that belong to a request, such as a work order or a signed consent. */
export const keyRequestFiles = {
  add: endpoint({
    method: 'POST',
    path: '/key-requests/:id/files',
    summary:
      'Add a file to an own request until it is decided: PDF, PNG or JPEG by its content, at most 5 MiB, and at most 5 files',
    ...changed,
    audit: 'key_request.file_added',
    encoding: { multipart: 'file', maxBytes: maxRequestFileBytes },
    params: ById,
    body: z.strictObject({
      file: z.custom<UploadedFile>(isUploadedFile, {
        error: fieldError({ fileUpload: 'A file upload is required.' }),
      }),
    }),
    errors: ['not_found', 'conflict', 'version_conflict', 'payload_too_large', 'validation_failed'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/key-requests/:id/files/:file_id',
    summary: 'A file of a request as it was added, to be saved and not shown',
    ...asking,
    audit: { none: 'read-only' },
    params: ByFile,
    produces: 'file',
    response: z.string(),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/key-requests/:id/files/:file_id',
    summary: 'Remove a file of an own request, until the first step is decided',
    ...changed,
    audit: 'key_request.file_removed',
    params: ByFile,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
};
