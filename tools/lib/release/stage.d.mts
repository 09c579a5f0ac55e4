export function writeSums(folder: string): Promise<void>;
