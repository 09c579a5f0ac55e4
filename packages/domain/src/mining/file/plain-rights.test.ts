import { expect, test } from 'vitest';
import { rowOf } from '../access-relation';
import { anonymised, type PlainRights, PlainRightsError, readPlainRights, writePlainRights } from './plain-rights';

test('reads people and cylinders by their ids, and writes the same again', () => {
  const text = 'Jörg Müller\tTür-1 Tür-2\nu2\t\nu3\tTür-2\n';
  const rights = readPlainRights(text);
  expect(rights.people).toEqual(['Jörg Müller', 'u2', 'u3']);
  expect(rights.cylinders).toEqual(['Tür-1', 'Tür-2']);
  expect([0, 1, 2].map((person) => [...rowOf(rights.relation, person)])).toEqual([[0, 1], [], [1]]);
  expect([...writePlainRights(rights)].join('')).toBe(text);
  expect(readPlainRights(text.replaceAll('\n', '\r\n'))).toEqual(rights);
});

test.each([
  ['', 'The file has no lines.'],
  ['u1\tp1\nu2 p1\n', 'Line 2: no tab between the person and the cylinders.'],
  ['u1\tp1\tp2\n', 'Line 1: more than one tab.'],
  ['\tp1\n', 'Line 1: no person before the tab.'],
  ['u1\tp1\n\nu1\tp2\n', 'Line 3: u1 has a line of its own already.'],
])('says which line of %j is wrong', (text, sentence) => {
  expect(() => readPlainRights(text)).toThrow(new PlainRightsError(sentence));
});

test('leaves out names, and changes nothing but the order', () => {
  const rights = readPlainRights('Ann\tLab Door\nBob\tDoor\nCyd\t\n');
  const other = anonymised(rights, 7);
  expect(other.people).toEqual(['u1', 'u2', 'u3']);
  expect(other.cylinders).toEqual(['p1', 'p2']);
  const sizes = ({ relation }: PlainRights) =>
    Array.from({ length: relation.people }, (_, person) => rowOf(relation, person).length).sort();
  expect(sizes(other)).toEqual([0, 1, 2]);
  expect(anonymised(rights, 7)).toEqual(other);
});
