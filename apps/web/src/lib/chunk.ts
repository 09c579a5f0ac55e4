export type ChunkFailure = 'missing' | 'timeout';

const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the application failed to load. */
export class ChunkError extends Error {
  override name = 'ChunkError';

  constructor(
    readonly chunk: string,
    readonly type: ChunkFailure,
    options?: ErrorOptions,
  ) {
    super(`Loading chunk ${chunk} failed (${type}).`, options);
  }
}

/** Loads a part of the application. @throws ChunkError naming it when it fails or takes longer than 120 seconds */
export async function loadChunk<T>(chunk: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError(chunk, 'timeout')), CHUNK_TIMEOUT_MS);
  });
  try {
    const loaded = load().catch((cause) => {
      throw new ChunkError(chunk, 'missing', { cause });
    });
    return await Promise.race([loaded, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
