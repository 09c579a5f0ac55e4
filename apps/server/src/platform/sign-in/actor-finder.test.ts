import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../schema/schema';
import { createActorFinder } from './actor-finder';
import { hashToken } from './sessions';

const now = new Date('2026-03-02T08:00:00Z');

/** A database that answers when released. */
function slowDatabase() {
  const questions: { hashes: readonly Buffer[]; answer: (tokens: readonly string[]) => void }[] = [];
  const connection: DatabaseConnection = {
    executeQuery: ({ parameters: [hashes] }) =>
      new Promise((resolve) => {
        const answer = (tokens: readonly string[]) =>
          resolve({
            rows: tokens.map((token) => ({ id: token, token_hash: hashToken(token), functions: [] })) as never[],
          });
        questions.push({ hashes: hashes as Buffer[], answer });
      }),
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  };
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection;
  }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { find: createActorFinder({ db, clock: () => now }), questions };
}

const asked = (questions: { hashes: readonly Buffer[] }[]) => expect.poll(() => questions.map(({ hashes }) => hashes));

describe('who calls', () => {
  test('is queried for every request after its arrival', async () => {
    const { find, questions } = slowDatabase();
    const first = find('kept');
    await asked(questions).toEqual([[hashToken('kept')]]);
    const second = find('kept');
    questions[0]?.answer(['kept']);
    expect(await first).toMatchObject({ id: 'kept' });
    await asked(questions).toHaveLength(2);
    questions[1]?.answer([]); // ended meanwhile
    expect(await second).toBeUndefined();
  });

  test('is queried together for all requests that arrive during a query', async () => {
    const { find, questions } = slowDatabase();
    const first = find('first');
    await asked(questions).toHaveLength(1);
    const others = [find('anna'), find('ben'), find('anna'), find('nobody')];
    questions[0]?.answer(['first']);
    await first;
    await asked(questions).toEqual([[hashToken('first')], ['anna', 'ben', 'nobody'].map(hashToken)]);
    questions[1]?.answer(['ben', 'anna']);
    expect((await Promise.all(others)).map((actor) => actor?.id)).toEqual(['anna', 'ben', 'anna', undefined]);
  });

  test('is not blocked by a query without an answer', async () => {
    const { find, questions } = slowDatabase();
    void find('stuck');
    await asked(questions).toHaveLength(1);
    const next = find('next');
    await asked(questions).toHaveLength(2);
    questions[1]?.answer(['next']);
    expect(await next).toMatchObject({ id: 'next' });
  });
});
