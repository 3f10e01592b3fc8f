#!/usr/bin/env node
// `npx mayfly` may run on the machine's own Node, which may be older than ours: the packages bring the right one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SUITE_NODE_ARGS } from './src/suite/node-args.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const child = spawn(
  at('../../node_modules/.bin/node'),
  [...SUITE_NODE_ARGS, at('src/main.ts'), ...process.argv.slice(2)],
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
