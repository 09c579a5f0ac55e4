import { createHash } from 'node:crypto';
import type { UploadedFile } from '@key2xs/contract';

const pieceBytes = 262_144;

/** A file as it arrived, in pieces: putting a large one together would stop everybody else for a moment. */
class ReceivedFile implements UploadedFile {
  constructor(
    readonly name: string,
    readonly pieces: readonly Uint8Array<ArrayBuffer>[],
  ) {}

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.pieces)).buffer;
  }
}

/** What a file holds, in order. The pieces may be transferred to a thread; nothing else can read the file then. */
export function piecesOf(file: UploadedFile): readonly Uint8Array<ArrayBuffer>[] {
  if (file instanceof ReceivedFile) return file.pieces;
  throw new Error('not a file that readMultipart made');
}

/** Takes a file in as it comes. The name is kept for display only: a path in it is cut off. */
export class FileReceiver {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #hash = createHash('sha256');
  #piece = new Uint8Array(pieceBytes);
  #filled = 0;

  constructor(private readonly name: string) {}

  take(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + pieceBytes - this.#filled);
      this.#piece.set(part, this.#filled);
      from += part.length;
      this.#filled += part.length;
      if (this.#filled < pieceBytes) continue;
      this.#pieces.push(this.#piece);
      this.#piece = new Uint8Array(pieceBytes);
      this.#filled = 0;
    }
  }

  /** @returns the file, and a hash of its content */
  end(): { file: UploadedFile; hash: string } {
    this.#pieces.push(this.#piece.slice(0, this.#filled));
    const name = this.name.split(/[\\/]/).at(-1) || 'file';
    return { file: new ReceivedFile(name, this.#pieces), hash: this.#hash.digest('base64url') };
  }
}
