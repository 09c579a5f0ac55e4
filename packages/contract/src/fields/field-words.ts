/** All that can be wrong with a field, in English; the catalogue of texts has the same in other languages. Schemas import the parts, so that a screen loads only what its forms need. */
export * from './words/fields';
export * from './words/forms';
export * from './words/key-plans';
export * from './words/lists';
export * from './words/people';
export * from './words/sign-in';
export * from './words/values';
