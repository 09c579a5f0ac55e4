/** Records of one list, which is kept in memory: more than twice the persons of the largest installation. */
export const maxRecords = 250_000;
