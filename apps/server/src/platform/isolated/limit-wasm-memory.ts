const pageBytes = 65_536;

/** Limits every WebAssembly memory of this thread: growing beyond fails, as it does where the machine has no more. */
export function limitWasmMemory(maxBytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('memory limit reached');
    return grow.call(this, pages);
  };
}
