/**
 * Adds a timeout and a signal to a name look-up, which otherwise takes as long as the machine's resolver does.
 * Rejects with the code LOOKUP_TIMED_OUT or ABORT_ERR; ignores a later result.
 */
export function boundLookUp<T>(lookUp: Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
  let release = () => {};
  const bound = new Promise<never>((_, reject) => {
    const fail = (code: string, message: string) => reject(Object.assign(new Error(message), { code }));
    const abort = () => fail('ABORT_ERR', 'look-up stopped');
    const timer = setTimeout(() => fail('LOOKUP_TIMED_OUT', `no address within ${timeoutMs} ms`), timeoutMs);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    release = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return Promise.race([lookUp, bound]).finally(() => release());
}
