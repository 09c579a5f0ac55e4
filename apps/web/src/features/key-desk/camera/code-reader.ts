import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads all codes in the present picture of a video. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string[]>;

/** What labels of ours have, and what is printed or engraved by others. */
const formats = ['qr_code', 'data_matrix', 'code_128'] as const;

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The browser's own reader, or one that is loaded where the browser has none for these codes. */
export async function loadCodeReader(): Promise<CodeReader> {
  const detector = (await ownDetector()) ?? (await loadedDetector());
  return async (video) => {
    const codes = await detector.detect(video);
    return [...new Set(codes.map(({ rawValue }) => rawValue.trim()).filter((text) => text !== ''))];
  };
}

async function ownDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const supported = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  return Own && formats.every((format) => supported.includes(format)) ? new Own({ formats: [...formats] }) : undefined;
}

async function loadedDetector(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  // From this server: by default the library loads it from a public one.
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true });
  return new BarcodeDetector({ formats: [...formats] });
}
