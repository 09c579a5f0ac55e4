import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { type Sentence, say } from '@key2xs/texts';
import sharp, { type Sharp } from 'sharp';
import { limitWasmMemory } from '#platform/isolated/limit-wasm-memory';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { PlanOrder, PlanPictures } from './plan-reader';

const maxSide = 4_096;
const thumbnailSide = 480;
/** A page of 4,096 × 4,096 pixels takes 64 MB; its pictures and fonts come on top. */
const maxPdfBytes = 384 * 1_024 * 1_024;
/** Also read from the head before; here for what a decoder finds that the head does not say. */
const limits = { limitInputPixels: 80_000_000, failOn: 'warning', animated: false } as const;

class Unreadable extends Error {
  constructor(readonly sentence: Sentence) {
    super(sentence.code);
  }
}

sharp.cache(false);
sharp.concurrency(1);

serveRequests<PlanOrder, PlanPictures>(async ({ bytes, isPdf, page }) => {
  const library = isPdf ? await loadLibrary() : undefined;
  try {
    const source = library ? await readPage(library, bytes, page) : sharp(bytes, limits).autoOrient();
    const answer = await toPictures(source);
    return { ok: true, answer, transfer: [answer.picture.buffer, answer.thumbnail.buffer] };
  } catch (error) {
    return { ok: false, reason: error instanceof Unreadable ? error.sentence : say('location.plan.broken') };
  }
});

/** Encoded from pixels: no metadata, profile or text of the file gets into it. */
async function toPictures(source: Sharp): Promise<PlanPictures> {
  const box = { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await source
    .resize(box)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels: info.channels } });
  const picture = await pixels().webp({ quality: 88 }).toBuffer();
  const small = { ...box, width: thumbnailSide, height: thumbnailSide };
  const thumbnail = await pixels().resize(small).webp({ quality: 80 }).toBuffer();
  return { picture: new Uint8Array(picture), thumbnail: new Uint8Array(thumbnail), width, height };
}

async function loadLibrary(): Promise<Library> {
  limitWasmMemory(maxPdfBytes);
  const code = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  return PDFiumLibrary.init({ wasmBinary: new Uint8Array(code).buffer });
}

type Library = Awaited<ReturnType<typeof PDFiumLibrary.init>>;

/** @throws Unreadable */
async function readPage(library: Library, bytes: Uint8Array, page: number): Promise<Sharp> {
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    const isLocked = error instanceof Error && /password/i.test(error.message);
    throw new Unreadable(say(isLocked ? 'location.plan.locked' : 'location.plan.broken'));
  });
  const count = document.getPageCount();
  if (page > count)
    throw new Unreadable(count === 1 ? say('location.plan.onePage') : say('location.plan.pages', { count }));
  const shown = document.getPage(page - 1);
  const { originalWidth, originalHeight } = shown.getOriginalSize();
  const longest = Math.max(originalWidth, originalHeight);
  if (!(longest > 0 && Math.min(originalWidth, originalHeight) * (maxSide / longest) >= 1)) {
    throw new Unreadable(say('location.plan.broken'));
  }
  const { data, width, height } = await shown.render({ scale: (maxSide - 1) / longest, render: 'bitmap' });
  return sharp(data, { raw: { width, height, channels: 4 } });
}
