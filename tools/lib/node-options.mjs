/**
 * Options of Node for every process that runs the embedded database. V8 registers the pages of compiled WebAssembly for protection by
 * the processor's memory keys, and now and then ends the process because it does not find one: https://github.com/nodejs/node/issues/64500.
 */
export const nodeOptions = ['--no-memory-protection-keys'];
