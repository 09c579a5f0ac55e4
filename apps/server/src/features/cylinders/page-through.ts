const pageSize = 1_000;

/** Everything, page behind page: rows that come or go meanwhile neither hide others nor bring them twice. */
export async function* pageThrough<Row>(
  readBehind: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row, void, undefined> {
  for (let last: Row | undefined; ; ) {
    const rows = await readBehind(last, pageSize);
    yield* rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
}
