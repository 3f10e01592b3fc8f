import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, type ProcessId, sendSignal } from './process-id.ts';
import type { ReaperMessage } from './reaper.ts';

const END_LIMIT_MS = 30_000;

const watched = new Map<number, ProcessId>();
const folders = new Set<string>();
const commands: (readonly string[])[] = [];

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as ReaperMessage;
  switch (message.type) {
    case 'watch':
      watched.set(message.id.pid, message.id);
      break;
    case 'forget':
      watched.delete(message.id.pid);
      break;
    case 'run':
      commands.push(message.command);
      break;
    case 'remove':
      folders.add(message.folder);
      break;
    case 'dismiss':
      process.exit(0);
  }
}

for (const id of watched.values()) sendSignal(id, 'SIGKILL');
for (const [program = '', ...args] of commands) {
  await new Promise<void>((resolve) => execFile(program, args, () => resolve()));
}
// A process that still writes would put files back into a folder that is being removed.
const end = performance.now() + END_LIMIT_MS;
while ([...watched.values()].some(isRunning) && performance.now() < end) await delay(20);
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
