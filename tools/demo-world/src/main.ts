import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { systemClock } from '@mayfly/clock';
import {
  countOption,
  exitCodeOf,
  readArguments,
  stopSignal,
  UsageError,
} from '@mayfly/command-line';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';

const HELP = `npm run world -- [--seed N] [--hosts N] [--articles N] [--frozen] [--publish-every SECONDS]

A small web of news and blog hosts under .test, on one port of 127.0.0.1; the Host header says which is meant.
It publishes while you watch, and readers visit what is new.

  --seed N                  another world (default 1)
  --hosts N                 hosts (default 12)
  --articles N              articles at the start (default 400)
  --frozen                  nothing is published, nothing fails only once
  --publish-every SECONDS   between two new articles, on average (default 5)
  --port N                  default 0: any that is free
  --log FILE                appends each request to a file, as a line of JSON
  --help                    this text
`;

const REPORT_EVERY_MS = 10_000;
const MOST_PORT = 65_535;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const { values } = readArguments({
    options: {
      seed: { type: 'string', default: '1' },
      hosts: { type: 'string', default: '12' },
      articles: { type: 'string', default: '400' },
      frozen: { type: 'boolean', default: false },
      'publish-every': { type: 'string', default: '5' },
      port: { type: 'string', default: '0' },
      log: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  const stop = stopSignal();
  await using world = await openDemoWorld({
    clock: systemClock,
    seed: countOption('seed', values.seed, 0),
    hosts: countOption('hosts', values.hosts),
    articles: countOption('articles', values.articles, 0),
    frozen: values.frozen,
    publishEveryMs: countOption('publish-every', values['publish-every']) * 1_000,
    port: portOption(values.port),
    ...(values.log === undefined ? {} : { logFile: await logOption(values.log) }),
  }).catch((error: unknown) => {
    throw isTaken(error) ? new UsageError(`--port: ${values.port} is in use`) : error;
  });
  introduce(world);
  world.onPublished(({ url }) => say(`published ${url}\n`));
  const report = setInterval(() => reportOn(world), REPORT_EVERY_MS);
  if (!stop.aborted) await once(stop, 'abort');
  clearInterval(report);
  reportOn(world);
  return 0;
}

function portOption(text: string): number {
  const port = countOption('port', text, 0);
  if (port <= MOST_PORT) return port;
  throw new UsageError(`--port: must be at most ${MOST_PORT}; it is ${text}`);
}

/** A log that cannot be written is better known before the first request. */
async function logOption(file: string): Promise<string> {
  await appendFile(file, '').catch((error: unknown) => {
    throw new UsageError(`--log: ${(error as Error).message}`);
  });
  return file;
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

function introduce(world: DemoWorld): void {
  const pages = world.reachable().filter(({ expected }) => expected !== 'robots-disallowed');
  say(`serving at ${world.address}: ${world.hosts.length} hosts, ${pages.length} URLs\n`);
  for (const { host, title } of world.model.sites) say(`  ${host.padEnd(22)}${title}\n`);
  say(`try: curl --header 'Host: ${world.hosts[0]}' http://${world.address}/\n`);
}

function reportOn({ publishedCount, visitCount, log }: DemoWorld): void {
  say(`${publishedCount} published, ${visitCount} visits, ${log.total} requests\n`);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
