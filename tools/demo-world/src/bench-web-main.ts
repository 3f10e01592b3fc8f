import { once } from 'node:events';
import { countOption, exitCodeOf, readArguments } from '@mayfly/command-line';
import { benchWeb } from './bench-web.ts';

const HELP = `node tools/demo-world/src/bench-web-main.ts [--pages N] [--hosts N] [--bytes N] [--packed-every N] [--port N]

A web to measure crawlers with: many hosts, each an address 127.1.a.b of this machine, all on one port.
Prints one line of JSON with the port and the URL to begin with, and serves until it is told to stop.

  --pages N   pages (default 3000)
  --hosts N   hosts (default 200)
  --bytes N   about how large each page is (default 30000)
  --packed-every N  one page in so many comes as gzip (default 0: none)
  --port N    default 0: any that is free
  --help      this text

GET /counts on any of its hosts says how often it was asked.
`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const { values } = readArguments({
    options: {
      pages: { type: 'string', default: '3000' },
      hosts: { type: 'string', default: '200' },
      bytes: { type: 'string', default: '30000' },
      'packed-every': { type: 'string', default: '0' },
      port: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const shape = {
    pages: countOption('pages', values.pages),
    hosts: countOption('hosts', values.hosts),
    bytes: countOption('bytes', values.bytes),
    packedEvery: countOption('packed-every', values['packed-every'], 0),
  };
  const web = await benchWeb({ ...shape, port: countOption('port', values.port, 0) });
  const { port, seed } = web;
  process.stdout.write(`${JSON.stringify({ port, seed, ...shape })}\n`);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await web.close();
  return 0;
}
