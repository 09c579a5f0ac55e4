import { expect, it } from 'vitest';
import { isSignature } from './is-signature';

const pad = { width: 500, height: 200 };
const wave = Array.from({ length: 40 }, (_, at) => [at * 4, 100 + 30 * Math.sin(at)]).flat();

it.each([
  ['a dot', [[250, 100]], false],
  ['a dot that was held', [Array.from({ length: 60 }, () => [250, 100]).flat()], false],
  ['a dash', [[10, 10, 12, 10, 14, 10, 16, 10, 18, 10, 20, 10, 22, 10, 24, 10]], false],
  ['a line of two points', [[0, 0, 500, 200]], false],
  ['a written name', [wave], true],
  ['a name with a dot', [wave, [300, 40]], true],
  ['nothing', [], false],
])('%s', (_, strokes, expected) => {
  expect(isSignature({ ...pad, strokes })).toBe(expected);
});
