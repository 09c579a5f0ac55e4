import { describe, expect, it } from 'vitest';
import { storeAction } from './store-action';

const aFile = () => ({ file: new File(['pem'], 'bundle.pem'), isProtected: false });
const stored = {
  name: 'Head office',
  cliq_api_url: 'https://cliq.test',
  domain_name: 'HQ',
  description: 'Main site',
  client_certificate_bundle_pem_file: [aFile()],
};

describe('storeAction', () => {
  it('creates when nothing is stored', () => {
    expect(storeAction(undefined, stored)).toBe('create');
  });

  it('reuses the connection when only its name or description changed', () => {
    expect(storeAction(stored, { ...stored, name: 'HQ', description: undefined })).toBe('reuse');
  });

  it('recognises a file after it was inspected', () => {
    const files = stored.client_certificate_bundle_pem_file.map(({ file }) => ({ file, isProtected: true }));
    expect(storeAction(stored, { ...stored, client_certificate_bundle_pem_file: files })).toBe('reuse');
  });

  it.each([
    ['address', { cliq_api_url: 'https://other.test' }],
    ['domain', { domain_name: 'South' }],
    ['number of files', { client_certificate_bundle_pem_file: [] }],
    ['certificate', { client_certificate_bundle_pem_file: [aFile()] }],
  ])('replaces it when its %s changed', (_what, change) => {
    expect(storeAction(stored, { ...stored, ...change })).toBe('replace');
  });
});
