import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'], // the others need no page: unit tests
    setupFiles: ['./test/setup.ts'],
    css: false,
    isolate: false, // each file has a page of its own; loading the code anew would take as long as the tests
    restoreMocks: true,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } }, // a busy machine is no failure
    testTimeout: 180_000, // only ends what hangs
  },
});
