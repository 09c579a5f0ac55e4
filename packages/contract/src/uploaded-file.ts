/** A file on its way through a multipart endpoint: a browser's File when sent, a name and its bytes when received. */
export type UploadedFile = { readonly name: string; arrayBuffer(): Promise<ArrayBuffer> };

export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'name' in value && 'arrayBuffer' in value;
}
