import { readFile } from 'node:fs/promises';
import { describe } from 'vitest';
import { expect } from '#test/app';
import { aDay, outcomeOf, readDirectory, saidBy, writeRights } from './cycle';
import { test } from './house';
import { dishonesty, rudeness, wrongSteps } from './invariants';
import { settle } from './settle';
import { maxCalls, provenElsewhere, sourceFaults } from './source-faults';

describe('a fault between a directory and the key system', () => {
  test('does not exist at first: many people have the doors of the rules', async ({ house }) => {
    expect(house.app.sandbox.inspect().persons.length).toBeGreaterThan(40);
  });

  for (const [day, { fault, scripts, run, ends, says, isLie }] of sourceFaults.entries()) {
    test(`${fault}: ${ends}, and all is well afterwards`, async ({ house }) => {
      const { entra } = house.app;
      await aDay(house, day + 1);
      const before = await house.app.db.selectFrom('person').selectAll().orderBy('id').execute();
      entra.script(...scripts);
      const read = await readDirectory(house, run);
      expect([outcomeOf(read), saidBy(read)]).toEqual([ends, expect.stringMatching(says ?? '')]);
      expect(rudeness(house, maxCalls)).toEqual([]);
      expect(isLie ? [] : await dishonesty(house, read)).toEqual([]);
      if (ends !== 'applied') {
        expect(await house.app.db.selectFrom('person').selectAll().orderBy('id').execute()).toEqual(before);
      }
      const writes = await writeRights(house);
      if (!isLie) expect(await wrongSteps(house, writes)).toEqual([]);
      entra.script();
      await settle(house, isLie && { kind: 'full' });
    });
  }
});

describe('a fault covered by another test', () => {
  for (const { fault, file, test: name } of provenElsewhere) {
    test(`${fault}, in ${file}`, async () => {
      const text = await readFile(new URL(`../../../../${file}`, import.meta.url), 'utf8');
      expect(text.includes(name)).toBe(true);
    });
  }
});
