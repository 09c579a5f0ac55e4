import { describe, expect, it } from 'vitest';
import { AnswerScanner, simpleQuery } from './answer-scanner';

/** One frame: type, length, body. */
function frame(type: string, body: string | Uint8Array = ''): Uint8Array {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(4 + bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

const answer = (...frames: Uint8Array[]) => Uint8Array.from(Buffer.concat(frames));
const complete = frame('C', 'SELECT 1\0');
const ready = (status: 'I' | 'T' | 'E') => frame('Z', status);

/** The result for an answer in pieces of that many bytes. */
function scan(bytes: Uint8Array, piece = bytes.length || 1): AnswerScanner {
  const scanner = new AnswerScanner();
  for (let at = 0; at < bytes.length; at += piece) scanner.take(bytes.subarray(at, at + piece));
  return scanner;
}

const everyPiece = [1, 2, 3, 5, 8, 1_000];

describe('isIdle', () => {
  const answers: [what: string, bytes: Uint8Array, isIdle: boolean][] = [
    ['ready outside a transaction', answer(complete, ready('I')), true],
    ['ready alone', answer(ready('I')), true],
    ['in a transaction', answer(complete, ready('T')), false],
    ['in a failed transaction', answer(ready('E')), false],
    ['two batches, the last in a transaction', answer(ready('I'), complete, ready('T')), false],
    ['two batches, the last outside one', answer(ready('T'), complete, ready('I')), true],
    ['no ready at all, as after a flush', answer(complete), false],
    ['nothing', answer(), false],
    ['a row that ends like a ready', answer(frame('D', 'xZ\x01\x01\x01\x05I')), false],
    ['an empty frame at the end', answer(ready('I'), frame('1')), false],
  ];
  for (const [what, bytes, isIdle] of answers) {
    it(`is ${isIdle} for ${what}`, () => {
      for (const piece of everyPiece) expect(scan(bytes, piece).isIdle).toBe(isIdle);
    });
  }
});

describe('notifications', () => {
  const note = frame('A', 'pid-channel\0payload\0');

  it('are found between other frames, complete and in order, however the answer is split', () => {
    const other = frame('A', 'second');
    const bytes = answer(complete, note, frame('D', 'A row with A in it'), other, frame('n'), ready('I'));
    for (const piece of everyPiece) {
      expect(scan(bytes, piece).notifications).toEqual([Uint8Array.from(note), Uint8Array.from(other)]);
    }
  });

  it('are none where there are none', () => {
    expect(scan(answer(complete, ready('I'))).notifications).toEqual([]);
    expect(scan(answer()).notifications).toEqual([]);
  });

  it('are read from an answer that is part of a larger memory', () => {
    const memory = answer(frame('A', 'not ours'), complete, note);
    expect(scan(memory.subarray(13)).notifications).toEqual([Uint8Array.from(note)]);
  });

  it('end with a truncated answer', () => {
    expect(scan(answer(complete, note).subarray(0, complete.length + 3)).notifications).toEqual([]);
    expect(scan(Uint8Array.of(0x41, 0, 0, 0, 0, 0x41)).notifications).toHaveLength(1);
  });
});

describe('errors', () => {
  const full = frame('E', 'SERROR\0VERROR\0C53100\0Mcould not extend file\0\0');

  it('are named by their code', () => {
    const divided = frame('E', 'SERROR\0C22012\0Mdivision by zero\0\0');
    for (const piece of everyPiece) {
      expect(scan(answer(divided, ready('E'), full, ready('I')), piece).errors).toEqual(['22012', '53100']);
    }
  });

  it('are not taken from row data', () => {
    expect(scan(answer(frame('D', full), ready('I'))).errors).toEqual([]);
  });
});

describe('simpleQuery', () => {
  it('is a Q frame with a text that ends in NUL', () => {
    expect(Buffer.from(simpleQuery('ROLLBACK'))).toEqual(Buffer.from(frame('Q', 'ROLLBACK\0')));
  });

  it('counts bytes, not letters', () => {
    expect(Buffer.from(simpleQuery("select 'Ü🔑'"))).toEqual(Buffer.from(frame('Q', "select 'Ü🔑'\0")));
  });
});
