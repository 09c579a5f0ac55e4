declare global {
  /** Settings of zod, shared by all its copies and chunks. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Zod tests once, with the first schema, whether it may compile code. Our content security policy forbids it and the
// browser would log a violation. Set here because every schema is in a later chunk.
// would log a violation. Set here because every schema comes in a later chunk.
globalThis.__zod_globalConfig = { jitless: true };

export {};
