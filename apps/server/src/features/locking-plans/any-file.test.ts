import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aWorkbook } from '#test/factories/workbooks';
import type { Mirror } from './plan/mirror-index';
import { readLockingPlan } from './plan/read-locking-plan';
import { openSheet } from './sheet/open-sheet';
import { UnreadableSheet } from './sheet/sheet-row';

const mirror: Mirror = {
  cylinders: Array.from({ length: 6 }, (_, n) => ({
    id: `c${n}`,
    marking: `Z${n}`,
    external_id: `${n}`,
    name: 'Door',
  })),
  keys: [{ id: 'k1', marking: 'K1', serial: '1', external_id: '1' }],
  persons: [{ identity: 'p1', first_name: 'Kit', surname: 'Rowan', employee_id: null }],
};

const rows = [['Plan'], ['', 'Z1', 'Z2', 'Z3'], ['K1', 'x', '', '●'], ['Kit Rowan', '', 'x', '?']];
const csv = Buffer.from(rows.map((cells) => cells.join(';')).join('\r\n'));
const files = [csv, Buffer.from(`\ufeff${csv}`, 'utf16le'), aWorkbook([{ rows }])];

/** Either a plan, or words about the file; whatever else is thrown is a bug. */
async function answer(bytes: Buffer): Promise<'read' | 'refused'> {
  try {
    const { content, problems, problems_total, counts } = await readLockingPlan(openSheet(bytes), mirror, 'plan');
    expect(content === null).toBe(problems.some(({ is_fatal }) => is_fatal));
    expect(problems.length).toBe(Math.min(problems_total, 1_000));
    for (const { rights } of content?.rows ?? []) {
      expect(rights).toEqual([...new Set(rights)].sort((a, b) => a - b).filter((right) => right < counts.columns));
    }
    return 'read';
  } catch (error) {
    if (error instanceof UnreadableSheet && error.message.endsWith('.')) return 'refused';
    throw error;
  }
}

const change = fc.record({ at: fc.nat(), length: fc.nat(40), by: fc.uint8Array({ maxLength: 40 }) });

describe('any file gets an answer', () => {
  it('with some bytes changed, taken out or put in', async () => {
    const changed = fc.tuple(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(changed, async ([file, changes]) => {
        let bytes = file;
        for (const { at, length, by } of changes) {
          const start = at % (bytes.length + 1);
          bytes = Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(start + length)]);
        }
        await answer(bytes);
      }),
      { numRuns: 600 },
    );
  });

  it('of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await answer(Buffer.from(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('of any cells', async () => {
    const cell = fc.oneof(fc.constantFrom('Z1', 'Z2', 'K1', 'x', '', '0', 'Door', 'Kit Rowan'), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 12 }), async (cells) => {
        const text = cells.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
        await answer(Buffer.from(text));
      }),
      { numRuns: 600 },
    );
  });
});
