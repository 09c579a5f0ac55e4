import { describe, expect, it } from 'vitest';
import { wayToStore } from './way-to-store';

const aFile = () => ({ file: new File(['pem'], 'bundle.pem'), isProtected: false });
const stored = {
  name: 'Head office',
  cliq_api_url: 'https://cliq.test',
  domain_name: 'HQ',
  description: 'Main site',
  client_certificate_bundle_pem_file: [aFile()],
};

describe('wayToStore', () => {
  it('creates when nothing is stored', () => {
    expect(wayToStore(undefined, stored)).toBe('create');
  });

  it('keeps the connection when only its name or description changed', () => {
    expect(wayToStore(stored, { ...stored, name: 'HQ', description: undefined })).toBe('keep');
  });

  it('knows a file again that was looked into meanwhile', () => {
    const files = stored.client_certificate_bundle_pem_file.map(({ file }) => ({ file, isProtected: true }));
    expect(wayToStore(stored, { ...stored, client_certificate_bundle_pem_file: files })).toBe('keep');
  });

  it.each([
    ['address', { cliq_api_url: 'https://other.test' }],
    ['domain', { domain_name: 'South' }],
    ['number of files', { client_certificate_bundle_pem_file: [] }],
    ['certificate', { client_certificate_bundle_pem_file: [aFile()] }],
  ])('replaces it when its %s changed', (_what, change) => {
    expect(wayToStore(stored, { ...stored, ...change })).toBe('replace');
  });
});
