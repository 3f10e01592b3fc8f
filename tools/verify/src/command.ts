import { spawn } from 'node:child_process';

/** How a command ended, with everything it printed. */
export interface Ended {
  readonly passed: boolean;
  readonly output: string;
}

/** Runs a program of `node_modules/.bin` or of this Node, and keeps what it printed. */
export function command(program: string, ...args: string[]): () => Promise<Ended> {
  return () =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      child.stdout.on('data', (part: Buffer) => (output += part.toString()));
      child.stderr.on('data', (part: Buffer) => (output += part.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve({ passed: code === 0, output }));
    });
}

/** Keeps what a step prints to itself, unless it fails. */
export function quiet(step: () => Promise<Ended>): () => Promise<Ended> {
  return async () => {
    const ended = await step();
    return ended.passed ? { passed: true, output: '' } : ended;
  };
}

/** Runs one after another and stops at the first that fails. */
export function inOrder(...steps: (() => Promise<Ended>)[]): () => Promise<Ended> {
  return async () => {
    let output = '';
    for (const step of steps) {
      const ended = await step();
      output += ended.output;
      if (!ended.passed) return { passed: false, output };
    }
    return { passed: true, output };
  };
}

/** A check made of a function that lists what is wrong. */
export function problems(find: () => Promise<readonly string[]>): () => Promise<Ended> {
  return async () => {
    const found = await find();
    return { passed: found.length === 0, output: found.map((line) => `${line}\n`).join('') };
  };
}
