/** A larger batch blocks other work while it is sent. */
const batchRows = 500;
const batchChars = 250_000;

/** Collects rows and writes them in batches; a row is given as JSON. */
export function batchWriter(write: (rows: readonly string[]) => Promise<void>) {
  let batch: string[] = [];
  let chars = 0;
  const flush = async () => {
    const full = batch;
    batch = [];
    chars = 0;
    if (full.length > 0) await write(full);
  };
  return {
    async add(row: object): Promise<void> {
      const text = JSON.stringify(row);
      batch.push(text);
      chars += text.length;
      if (batch.length >= batchRows || chars >= batchChars) await flush();
    },
    /** Writes what is left. */
    end: flush,
  };
}
