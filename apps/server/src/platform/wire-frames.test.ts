import { describe, expect, it } from 'vitest';
import { endsIdle, notificationsIn, simpleQuery } from './wire-frames';

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

describe('endsIdle', () => {
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
  ];
  for (const [what, bytes, isIdle] of answers) {
    it(`is ${isIdle} for ${what}`, () => expect(endsIdle(bytes)).toBe(isIdle));
  }
});

describe('notificationsIn', () => {
  const note = frame('A', 'pid-channel\0payload\0');

  it('finds them between other frames, whole and in order', () => {
    const other = frame('A', 'second');
    const bytes = answer(complete, note, frame('D', 'A row with A in it'), other, ready('I'));
    expect(notificationsIn(bytes)).toEqual([Uint8Array.from(note), Uint8Array.from(other)]);
  });

  it('finds none where there are none', () => {
    expect(notificationsIn(answer(complete, ready('I')))).toEqual([]);
    expect(notificationsIn(answer())).toEqual([]);
  });

  it('reads an answer that is part of a larger memory', () => {
    const memory = answer(frame('A', 'not ours'), complete, note);
    expect(notificationsIn(memory.subarray(13))).toEqual([Uint8Array.from(note)]);
  });

  it('comes to an end with an answer that is cut off', () => {
    expect(notificationsIn(answer(complete, note).subarray(0, complete.length + 3))).toEqual([]);
    expect(notificationsIn(Uint8Array.of(0x41, 0, 0, 0, 0, 0x41))).toHaveLength(1);
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
