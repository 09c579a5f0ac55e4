/** Words of bits that were read, about: a clock that goes the same everywhere. */
export type Spent = { words: number; pausedAt: number };

const wordsBetweenPauses = 250_000;
/** What a step costs beside its words. */
const wordsOfStep = 16;

/** Runs steps that tell how many words each took; yields after many of them. */
export function* spending<Result>(steps: Iterator<number, Result>, spent: Spent): Generator<undefined, Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    spent.words += value + wordsOfStep;
    if (spent.words - spent.pausedAt < wordsBetweenPauses) continue;
    spent.pausedAt = spent.words;
    yield;
  }
}
