#!/usr/bin/env node
// `npx mayfly` may run on the machine's own Node, which may be older than ours: the packages bring the right one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const child = spawn(
  at('../../node_modules/.bin/node'),
  [
    '--max-semi-space-size=64',
    // What lives as long as a flush is not old for that, and would fill the heap that is swept as a whole.
    '--no-allocation-site-pretenuring',
    ...['src/compile-cache.mjs', 'src/telemetry.ts'].flatMap((file) => ['--import', at(file)]),
    ...[at('src/main.ts'), ...process.argv.slice(2)],
  ],
  { stdio: 'inherit' },
);
// The terminal sends its signals to both; whoever signals this process alone means the command.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => {});
child.on('error', (error) => {
  process.stderr.write(`${error.message}; run npm ci first\n`);
  process.exitCode = 3;
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});
