// Tests run as native ESM, because several libraries are ESM only; `tools/test` starts jest with the flag it needs.
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  modulePathIgnorePatterns: [
    '<rootDir>/tools/verify/fixtures',
    '<rootDir>/.cache',
    '<rootDir>/.stack',
  ],
};

// A spec says in its name what it runs on: one engine, a server of its own to hurt, or the pair of a whole service.
// `tools/test` says which servers cannot be had here; a cluster is both of those that are shared, or both of one's own.
const NAMED = '\\.(lmdb|(own-)?(mongodb|kafka|cluster)|embedded)\\.spec\\.ts$';
const without = (process.env.MAYFLY_TEST_WITHOUT ?? '').split(',').filter((name) => name !== '');
const withoutServers = [
  ...without,
  ...['', 'own-'].flatMap((own) =>
    without.includes(`${own}mongodb`) || without.includes(`${own}kafka`) ? [`${own}cluster`] : [],
  ),
].map((name) => `\\.${name}\\.spec\\.ts$`);

export default {
  // Longer than the waits of a test together: on a busy machine a test may take its time, and a failure shows what was waited for.
  testTimeout: 300_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        NAMED,
        '/services/[^/]+/test/',
        '/tools/toy-service/test/',
        '/tools/e2e/test/',
        '/tools/soak/test/',
      ],
    },
    {
      ...base,
      displayName: 'engines',
      testMatch: ['**/*.{lmdb,mongodb,kafka,own-mongodb,own-kafka}.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/services/[^/]+/test/',
        '/tools/soak/test/',
        ...withoutServers,
      ],
    },
    {
      ...base,
      displayName: 'services',
      testMatch: [
        '<rootDir>/services/*/test/**/*.spec.ts',
        '<rootDir>/tools/toy-service/test/**/*.spec.ts',
        '**/*.{embedded,cluster}.spec.ts',
      ],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/tools/e2e/test/',
        '/tools/soak/test/',
        ...withoutServers,
      ],
    },
    {
      ...base,
      displayName: 'walk',
      testMatch: ['<rootDir>/tools/e2e/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/contracts\\.', ...withoutServers],
    },
    {
      ...base,
      displayName: 'contracts',
      testMatch: ['<rootDir>/tools/e2e/test/contracts.*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...withoutServers],
    },
    {
      ...base,
      displayName: 'soaks',
      testMatch: ['<rootDir>/tools/soak/test/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...withoutServers],
    },
  ],
};
