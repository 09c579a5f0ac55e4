import { createRequire } from 'node:module';

const fontFile = (style: string) => createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`);

/** Files of the font of all documents. */
export const fonts = { normal: fontFile('Regular'), bold: fontFile('Medium') };
