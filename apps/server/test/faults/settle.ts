import { expect } from '#test/app';
import { readDirectory, writeRights } from './cycle';
import type { House } from './house-facts';
import {
  differencesOfPeople,
  differencesOfRights,
  dishonesty,
  doubles,
  leftovers,
  restlessness,
  unaccounted,
  wrongSteps,
} from './invariants';

/** Reads, writes, and expects a consistent and stable state. */
export async function settle(house: House, run = {}): Promise<void> {
  const read = await readDirectory(house, run);
  const writes = await writeRights(house);
  expect({
    people: await differencesOfPeople(house),
    rights: await differencesOfRights(house),
    steps: await wrongSteps(house, writes),
    unaccounted: await unaccounted(house, writes),
    dishonesty: await dishonesty(house, read),
    doubles: await doubles(house),
    restless: await restlessness(house),
    leftovers: await leftovers(house),
  }).toEqual({
    people: [],
    rights: [],
    steps: [],
    unaccounted: [],
    dishonesty: [],
    doubles: [],
    restless: [],
    leftovers: [],
  });
}
