/** What can be wrong with a text or a record of any kind. */
export const tooLong = 'At most {{most, number}} characters, please.';
export const oneLine = 'Remove line breaks, control characters and text-direction marks.';
export const lines = 'Remove control characters and text-direction marks.';
export const visible = 'A name needs at least one visible character.';
export const unstorable = 'This holds a character that cannot be stored. Type it again.';
export const reason = 'Say why, for the audit log';
export const isRequired = '{{name}} is required for {{action}}';
export const nothingToUpdate = 'No valid fields provided for update.';
