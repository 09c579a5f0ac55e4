import { expect, it, vi } from 'vitest';
import { saveTable } from './save-table';

it('writes cells that spreadsheets read, and none that they would execute', () => {
  const saved: string[] = [];
  const createObjectURL = (blob: Blob) => {
    saved.push(String(blob));
    return 'blob:x';
  };
  vi.stubGlobal('URL', { createObjectURL, revokeObjectURL: () => undefined });
  vi.stubGlobal(
    'Blob',
    class {
      // jsdom's Blob cannot be read.
      constructor(private readonly parts: string[]) {}
      toString = () => this.parts.join('');
    },
  );
  vi.stubGlobal('document', { createElement: () => ({ click: () => undefined }) });
  saveTable('x.csv', [
    ['Department', 'People'],
    ['=SUM(A1)', -3],
    ['Fire, "north"', 4],
    ['a; =1+1', 1],
  ]);
  expect(saved[0]?.replace('\uFEFF', '')).toBe(
    'Department,People\r\n\'=SUM(A1),-3\r\n"Fire, ""north""",4\r\na; \'=1+1,1\r\n',
  );
  vi.unstubAllGlobals();
});
