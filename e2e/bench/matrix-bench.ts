import { cpus, loadavg } from 'node:os';
import type { Browser, CDPSession } from 'playwright-core';
import { median, remark, report } from '../../apps/server/bench/report';
import type { MatrixMeasures } from '../../apps/web/bench/measure-matrix';
import { launchBrowser } from '../lib/browser';
import { servePage } from './matrix/serve-page';

const rounds = 3;
/** One of a screen with 60 a second: 16.7, and what browsers round it by. */
const frameMs = 16.9;
const frames = 180; // three seconds

const moves = {
  'scrolling down': 'scroll({ x: 0, y: 60 }',
  'scrolling diagonally': 'scroll({ x: 60, y: 40 }',
  zooming: 'zoom(',
} as const;

/** The matrix alone in a browser without a graphics card, 1,440 × 900: frames, painting, edits, memory. */
export async function benchDrawing(): Promise<void> {
  const { url, stop } = await servePage();
  const browser = await launchBrowser();
  remark(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}, Chromium ${browser.version()}`);
  for (const [rows, columns] of [
    [2_000, 5_000],
    [5_000, 2_000],
  ] as const) {
    await benchSize(browser, `${url}/?rows=${rows}&columns=${columns}`, `${rows} × ${columns}`);
  }
  await browser.close();
  await stop();
}

async function benchSize(browser: Browser, url: string, size: string) {
  const measured: Awaited<ReturnType<typeof measureOnce>>[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measureOnce(browser, url));
  const middle = (pick: (one: (typeof measured)[number]) => number) => median(measured.map(pick));
  report(
    `Matrix ${size}, first paint after its data`,
    middle(({ firstPaint }) => firstPaint),
    300,
    'ms',
  );
  report(
    `Matrix ${size}, edit to drawn`,
    middle(({ edit }) => edit),
    50,
    'ms',
  );
  for (const move of Object.keys(moves) as (keyof typeof moves)[]) {
    const of = (part: keyof Frames) => middle((one) => one.moves[move][part]);
    report(`Matrix ${size}, ${move}, frame p99`, of('p99'), frameMs, 'ms');
    const figures = [`p50 ${of('p50').toFixed(1)}`, `p95 ${of('p95').toFixed(1)}`, `p99 ${of('p99').toFixed(1)} ms`];
    remark(`${size} ${move}: ${figures.join(', ')}; ${of('work').toFixed(1)} ms of main thread a frame`);
  }
  remark(`${size}: ${middle(({ heap }) => heap).toFixed(1)} MB of JavaScript heap`);
}

type Frames = { p50: number; p95: number; p99: number; work: number };

async function measureOnce(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(url);
  await page.waitForFunction('window.measures !== undefined');
  const ask = <Answer>(call: string) => page.evaluate<Answer>(`window.measures.${call}`);
  const firstPaint = await ask<Awaited<ReturnType<MatrixMeasures['firstPaint']>>>('firstPaint()');
  const measuredMoves = {} as Record<keyof typeof moves, Frames>; // filled for each of them below
  for (const [move, call] of Object.entries(moves) as [keyof typeof moves, string][]) {
    measuredMoves[move] = await measureFrames(session, () =>
      ask<number[]>(`${call}${call.endsWith('(') ? '' : ', '}${frames})`),
    );
  }
  const edits: number[] = [];
  for (const at of [9, 10, 11, 12, 13]) edits.push(await ask<number>(`edit(${at})`));
  const heap = await heapOf(session);
  await page.close();
  return { firstPaint, moves: measuredMoves, edit: median(edits), heap };
}

async function measureFrames(session: CDPSession, run: () => Promise<number[]>): Promise<Frames> {
  const before = await workOf(session);
  const times = (await run()).sort((a, b) => a - b);
  const work = ((await workOf(session)) - before) / times.length;
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), work };
}

/** What the main thread of the page has worked, in milliseconds. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
