import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBS = join(import.meta.dirname, '../../../libs');

interface Manifest {
  readonly name: string;
  readonly nx?: { readonly tags?: readonly string[] };
}

/** Libraries that only compute, by their Nx tag. */
const DOMAIN = globSync('*/package.json', { cwd: LIBS })
  .map((path) => JSON.parse(readFileSync(join(LIBS, path), 'utf8')) as Manifest)
  .filter((manifest) => manifest.nx?.tags?.includes('type:domain'))
  .map((manifest) => manifest.name);

/** Node's tools for bytes in memory: the same bytes, the same answer. */
const ON_BYTES = ['node:buffer', 'node:events', 'node:stream', 'node:zlib'];

/** What opens a store, a stream or a connection. Their types may be named by a door: it is handed what it needs. */
const ENGINES = [
  '@mayfly/store',
  '@mayfly/stream',
  '@mayfly/engines',
  '@mayfly/data-folder',
  'mongodb',
  'kafkajs',
  'lmdb',
];

/** Makes a call of its own, whoever it goes to. */
const OPEN_CLIENT = { '@mayfly/grpc': ['openClient'] };

/** What the files whose path below src/ matches may import. */
export interface ServiceRow {
  readonly name: string;
  readonly files: RegExp;
  /** All they may import, but for the names in `names`. */
  readonly only?: readonly string[];
  readonly not?: readonly string[];
  /** What they may name in types, and not run. */
  readonly notRun?: readonly string[];
  /** With `only` the names they may import of a package, otherwise those they may not. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
}

/** Who may import whom, inside a service. All three doors lead to core/, and core/ does no I/O. */
export const SERVICE_TABLE: readonly ServiceRow[] = [
  {
    name: 'core/',
    files: /^core\//,
    only: ['core/', ...DOMAIN, ...ON_BYTES],
    // A hash is arithmetic; the rest of that module is chance.
    names: { 'node:crypto': ['createHash', 'hash'] },
  },
  {
    name: 'rpc/',
    files: /^rpc\//,
    not: ['store/', 'clients/', 'streams/', 'loops/', '@grpc'],
    notRun: ENGINES,
    names: OPEN_CLIENT,
  },
  {
    name: 'loops/',
    files: /^loops\//,
    not: ['store/', 'clients/', '@grpc'],
    notRun: ENGINES,
    names: OPEN_CLIENT,
  },
  {
    name: 'streams/on-*',
    files: /^streams\/(?!(?:.*\/)?publish-)/,
    not: ['store/', 'clients/', '@grpc'],
    notRun: ENGINES,
    names: OPEN_CLIENT,
  },
  { name: 'streams/publish-*', files: /^streams\/(?:.*\/)?publish-/, not: ['store/'] },
  { name: 'store/', files: /^store\//, not: ['@mayfly/contracts', '@mayfly/grpc', '@grpc'] },
  { name: 'clients/', files: /^clients\//, not: ['store/'] },
  { name: 'http/', files: /^http\//, not: ['@mayfly/contracts', 'clients/'] },
  {
    name: 'main.ts',
    files: /^main\.ts$/,
    only: ['config.ts', 'service.ts', '@mayfly/lifecycle', '@mayfly/telemetry'],
  },
  {
    name: 'any file but main.ts and telemetry.ts',
    files: /^(?!main\.ts$|telemetry\.ts$)/,
    not: ['node:process'],
  },
  {
    name: 'any file but service.ts',
    files: /^(?!service\.ts$)/,
    names: { '@mayfly/clock': ['systemClock'] },
  },
];
