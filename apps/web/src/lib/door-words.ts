type Named = { name: string; own_name: string | null };

/** How a cylinder or a group is called: as we call it, else as its key system does. */
export const shownName = ({ name, own_name }: Named): string => own_name ?? name;

/** A cylinder in one line: as we call it with its marking behind, else marking and name of its key system. */
export const cylinderWords = ({ marking, name, own_name }: Named & { marking: string }): string =>
  own_name ? `${own_name} (${marking})` : `${marking} ${name}`.trim();
