import { run } from './run.ts';

// kafkajs sets timers for moments long past, and Node complains each time to whoever runs this command.
const warn = process.emitWarning.bind(process) as (...args: unknown[]) => void;
process.emitWarning = (...args: unknown[]): void => {
  if (!args.includes('TimeoutNegativeWarning')) warn(...args);
};

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  print: (line) => console.log(line),
  log: (line) => console.error(line),
});
