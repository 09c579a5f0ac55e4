import type { Plugin } from 'vite';

const processor = /^ *inst\._zod\.processJSONSchema = .*;$/gm;
const methods = /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*;$/m;

/** Strips the conversion of schemas to JSON Schema: only the server's documentation needs it. */
export const stripJsonSchema = (): Plugin => ({
  name: 'strip-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/zod\/v4\/classic\/schemas\.js$/.test(id)) return undefined;
    if (!processor.test(code) || !methods.test(code)) throw new Error('zod writes JSON Schema in another way.');
    const none =
      'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => () => undefined;';
    return { code: code.replace(processor, '').replace(methods, none), map: null };
  },
});
