// Frames of the PostgreSQL wire protocol 3.0: one type byte, a 4-byte big-endian length that counts itself, the body.
const headerBytes = 5;
const readyForQuery = 0x5a; // 'Z'
const notificationResponse = 0x41; // 'A'
const errorResponse = 0x45; // 'E'
const idle = 0x49; // 'I', the transaction status in ReadyForQuery
const sqlState = 0x43; // 'C', the field of an ErrorResponse
const isKept = new Set([readyForQuery, notificationResponse, errorResponse]);

/** Scans the answer to one batch as it arrives in pieces of any size. Keeps only the fields below. */
export class AnswerScanner {
  /** NotificationResponse frames, whole, in order. */
  readonly notifications: Uint8Array[] = [];
  /** SQLSTATE codes of its errors. */
  readonly errors: string[] = [];
  /**
   * Whether the last complete frame is ReadyForQuery outside a transaction: then the session is free for another
   * client.
   */
  isIdle = false;

  #header = new Uint8Array(headerBytes);
  #headerAt = 0;
  #left = 0;
  #frame: Uint8Array | undefined;

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#headerAt < headerBytes) {
        this.#header[this.#headerAt++] = bytes[at++] ?? 0;
        if (this.#headerAt === headerBytes) this.#begin();
      } else {
        const piece = bytes.subarray(at, at + this.#left);
        this.#frame?.set(piece, this.#frame.length - this.#left);
        this.#left -= piece.length;
        at += piece.length;
      }
      if (this.#headerAt === headerBytes && this.#left === 0) this.#end();
    }
  }

  #begin(): void {
    this.#left = Math.max(0, new DataView(this.#header.buffer).getUint32(1) + 1 - headerBytes);
    this.#frame = undefined;
    if (!isKept.has(this.#header[0] ?? 0)) return;
    this.#frame = new Uint8Array(headerBytes + this.#left);
    this.#frame.set(this.#header);
  }

  #end(): void {
    const [type] = this.#header;
    const frame = this.#frame;
    this.#headerAt = 0;
    this.#frame = undefined;
    this.isIdle = type === readyForQuery && frame?.[headerBytes] === idle;
    if (type === notificationResponse && frame) this.notifications.push(frame);
    if (type === errorResponse && frame) this.errors.push(sqlStateOf(frame));
  }
}

/** The body is a list of fields, each a type byte and a NUL-terminated text. Answers '' without a SQLSTATE. */
function sqlStateOf(frame: Uint8Array): string {
  const fields = Buffer.from(frame.subarray(headerBytes)).toString('latin1').split('\0');
  return fields.find((field) => field.charCodeAt(0) === sqlState)?.slice(1) ?? '';
}

/** A simple-query message. */
export function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(headerBytes + body.length);
  message.write('Q', 0, 'latin1');
  message.writeUInt32BE(4 + body.length, 1);
  body.copy(message, headerBytes);
  return Uint8Array.from(message);
}
