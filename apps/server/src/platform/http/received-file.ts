import { createHash } from 'node:crypto';
import type { UploadedFile } from '@key2xs/contract';

const pieceBytes = 262_144;

/** A file in pieces, as received: joining a large one would block the main thread. */
class ReceivedFile implements UploadedFile {
  constructor(
    readonly name: string,
    readonly pieces: readonly Uint8Array<ArrayBuffer>[],
  ) {}

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.pieces)).buffer;
  }
}

/** The content in order. Pieces may be transferred to a thread; afterwards the file is unreadable here. */
export function piecesOf(file: UploadedFile): readonly Uint8Array<ArrayBuffer>[] {
  if (file instanceof ReceivedFile) return file.pieces;
  throw new Error('not a file that readMultipart made');
}

/** Collects a file as it arrives. Strips any path from the name, which is for display only. */
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
