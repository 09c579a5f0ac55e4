declare global {
  /** Where the schema library keeps its settings, whichever of its copies or chunks is loaded first. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// The library asks once whether it may compile code, while the first schema is made. Our content security policy says no, and
// the browser would log the question as a violation. Set here because every schema comes in a later chunk.
globalThis.__zod_globalConfig = { jitless: true };

export {};
