type WithNames = { name: string; own_name: string | null };

/** The name of a cylinder or group: our own, else that of its key system. */
export const shownName = ({ name, own_name }: WithNames): string => own_name ?? name;

/** A cylinder in one line: our own name followed by the marking, else marking and name of its key system. */
export const cylinderWords = ({ marking, name, own_name }: WithNames & { marking: string }): string =>
  own_name ? `${own_name} (${marking})` : `${marking} ${name}`.trim();
