import { createRequire } from 'node:module';

const fontFile = (style: string) => createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`);

/** Files of the font that all documents are printed in. */
export const fonts = { normal: fontFile('Regular'), bold: fontFile('Medium') };
