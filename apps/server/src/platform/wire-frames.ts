// Frames of the PostgreSQL wire protocol 3.0: one type byte, a 4-byte big-endian length that counts itself, the body.
const readyForQuery = 0x5a; // 'Z'
const notificationResponse = 0x41; // 'A'
const idle = 0x49; // 'I', the transaction status in ReadyForQuery

/** Whether an answer ends with ReadyForQuery outside a transaction, so that the session may serve another client. */
export function endsIdle(answer: Uint8Array): boolean {
  const end = answer.subarray(-6);
  return end.length === 6 && [readyForQuery, 0, 0, 0, 5, idle].every((byte, at) => end[at] === byte);
}

/** The NotificationResponse frames inside an answer, whole. */
export function notificationsIn(answer: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at + 5 <= answer.length; ) {
    const length = view.getUint32(at + 1) + 1;
    if (answer[at] === notificationResponse) found.push(answer.slice(at, at + length));
    at += length;
  }
  return found;
}

/** A simple-query message. */
export function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(5 + body.length);
  message.write('Q', 0, 'latin1');
  message.writeUInt32BE(4 + body.length, 1);
  body.copy(message, 5);
  return Uint8Array.from(message);
}
