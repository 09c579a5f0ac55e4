/** Of one list, however it comes: more than twice the persons of the largest installation. It is held whole. */
export const maxRecords = 250_000;
