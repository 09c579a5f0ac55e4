import { describe, expect, it } from 'vitest';
import { csvOf } from './save-csv';

describe('csvOf', () => {
  it('quotes cells that would break the table', () => {
    expect(csvOf([['a;b', 'say "x"', 'plain'], ['two\nlines']])).toBe(
      '\ufeff"a;b";"say ""x""";plain\r\n"two\nlines"\r\n',
    );
  });

  it('disarms formulas', () => {
    expect(csvOf([['=1+1', '@SUM(A1)', '-2', 'a-b']])).toBe("\ufeff'=1+1;'@SUM(A1);'-2;a-b\r\n");
  });
});
