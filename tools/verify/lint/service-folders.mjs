/** Who may import whom, inside a service. All three doors lead to core/, and core/ does no I/O. */
const OUTSIDE_WORLD = [
  '@grpc/*',
  'kafkajs',
  'mongodb',
  'lmdb',
  'undici',
  '@opentelemetry/*',
  'node:fs*',
  'node:net',
  'node:http*',
  'node:process',
  '@mayfly/contracts',
  '@mayfly/grpc',
  '@mayfly/store',
  '@mayfly/stream',
  '@mayfly/telemetry',
  '@mayfly/config',
  '@mayfly/lifecycle',
];

const TABLE = [
  {
    folder: 'core',
    forbidden: [
      ...OUTSIDE_WORLD,
      '**/rpc/**',
      '**/streams/**',
      '**/loops/**',
      '**/store/**',
      '**/clients/**',
      '**/http/**',
      '**/events.ts',
    ],
  },
  { folder: 'rpc', forbidden: ['**/store/**', '**/clients/**', '**/streams/**', '**/loops/**'] },
  { folder: 'loops', forbidden: ['**/store/**', '**/clients/**'] },
  { folder: 'streams', file: 'on-*', forbidden: ['**/store/**', '**/clients/**'] },
  { folder: 'streams', file: 'publish-*', forbidden: ['**/store/**'] },
  { folder: 'store', forbidden: ['@mayfly/contracts', '@mayfly/grpc', '@grpc/*'] },
  { folder: 'clients', forbidden: ['**/store/**'] },
  { folder: 'http', forbidden: ['@mayfly/contracts', '**/clients/**'] },
];

const SERVICES = ['services/*', 'tools/toy-service'];

export const serviceFolderRules = [
  ...TABLE.map(({ folder, file = '**/*', forbidden }) => ({
    files: SERVICES.map((service) => `${service}/src/${folder}/${file}.ts`),
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: forbidden,
              message: `${folder}/ may not reach that far: see CONTRIBUTING.md.`,
            },
          ],
        },
      ],
    },
  })),
  {
    files: SERVICES.map((service) => `${service}/src/core/**/*.ts`),
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'core/ does no I/O.' },
        { name: 'setTimeout', message: 'Time is handed in: take a Clock.' },
        { name: 'setInterval', message: 'Time is handed in: take a Clock.' },
        { name: 'fetch', message: 'core/ does no I/O.' },
      ],
    },
  },
  {
    files: SERVICES.map((service) => `${service}/src/main.ts`),
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex:
                '^(?!\\./config\\.ts$|\\./service\\.ts$|@mayfly/lifecycle$|@mayfly/telemetry$)',
              message: 'main.ts reads the configuration and runs the service, nothing else.',
            },
          ],
        },
      ],
    },
  },
];
